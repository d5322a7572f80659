import { join } from './join.ts'
import classes from './skeleton.module.css'

export type SkeletonProps = {
  width?: number | string
  height?: number | string
  className?: string | undefined
}

/** Placeholder of content that loads; animated in steps. */
export const Skeleton = ({ width = '100%', height = 12, className }: SkeletonProps) => (
  <span className={join(classes.skeleton, className)} style={{ width, height }} aria-hidden="true" />
)
