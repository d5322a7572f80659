import type { CSSProperties, ReactNode } from 'react'
import { join } from './join.ts'
import classes from './stat.module.css'

export type StatProps = {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  tone?: 'purple' | 'green' | 'yellow' | 'red'
  size?: 'sm' | 'md' | 'lg' | 'xl'
  className?: string | undefined
}

/** A label over its figure. Inside a StatWall the two are a term and its description. */
export const Stat = ({ label, value, note, tone, size = 'md', className }: StatProps) => (
  <div className={join(classes.stat, className)}>
    <dt className={classes.label}>{label}</dt>
    <dd className={join(classes.value, size !== 'md' && classes[size], tone && classes[tone])}>{value}</dd>
    {note !== undefined && <dd className={classes.note}>{note}</dd>}
  </div>
)

export type StatWallProps = {
  columns: number
  phoneColumns?: number
  children: ReactNode
  className?: string | undefined
}

/** Figures side by side with hairlines between them: a description list. */
export const StatWall = ({ columns, phoneColumns = 2, children, className }: StatWallProps) => {
  const style: CSSProperties & Record<`--${string}`, number> = { '--columns': columns, '--phone-columns': phoneColumns }
  return (
    <dl className={join(classes.wall, className)} style={style}>
      {children}
    </dl>
  )
}
