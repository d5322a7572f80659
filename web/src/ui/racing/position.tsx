import { join } from '../base/join.ts'
import classes from './position.module.css'

const MEDALS: Record<number, string | undefined> = { 1: classes.first, 2: classes.second, 3: classes.third }

/** Formats a position: `7`, `=6` or `=2` shared, `#4` on a group's board from the fourth on, `–` without one. */
export const positionText = (position: number | null, { shared = false, hash = false } = {}): string => {
  if (position === null) return '–'
  return `${hash && position > 3 ? '#' : ''}${shared ? '=' : ''}${position}`
}

export type PositionProps = {
  position: number | null
  shared?: boolean
  /** Group boards write #4. */
  hash?: boolean
  /** Rings of gold, silver and bronze for the first three. */
  medals?: boolean
  className?: string | undefined
}

export const Position = ({ position, shared = false, hash = false, medals = true, className }: PositionProps) => {
  if (position === null) return <span className={join(classes.position, 'ps-faint', className)}>–</span>
  const medal = medals ? MEDALS[position] : undefined
  if (medal)
    return (
      <span className={join(classes.position, className)}>
        {shared && <span className={classes.shared}>=</span>}
        <span className={join(classes.medal, medal)}>{position}</span>
      </span>
    )
  return (
    <span className={join(classes.position, className)}>
      {hash && position > 3 && '#'}
      {shared && <span className={classes.shared}>=</span>}
      {position}
    </span>
  )
}
