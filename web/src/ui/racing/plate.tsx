import { join } from '../base/join.ts'
import classes from './plate.module.css'

export type PlateProps = {
  /** The number on the car's door; without it a hollow plate with a dash. */
  number: string | null | undefined
  /** `sm` 28×20 in tables, `md` 34×26, `lg` 62×48 in pickers. */
  size?: 'sm' | 'md' | 'lg'
  /** `dim` locked or pending, `out` struck in red, `hollow` nothing chosen. */
  look?: 'solid' | 'dim' | 'out' | 'hollow'
  className?: string | undefined
}

/** A car's door plate. */
export const Plate = ({ number, size = 'md', look, className }: PlateProps) => {
  const variant = look ?? (number === null || number === undefined ? 'hollow' : 'solid')
  return (
    <span
      className={join(
        classes.plate,
        size !== 'md' && classes[size],
        variant !== 'solid' && classes[variant],
        className,
      )}
    >
      {number ?? '–'}
    </span>
  )
}
