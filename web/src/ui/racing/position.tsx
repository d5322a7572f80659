import { join } from '../base/join.ts'
import classes from './position.module.css'

const MEDALS: Record<number, string | undefined> = {
  1: 'var(--ps-gold)',
  2: 'var(--ps-silver)',
  3: 'var(--ps-bronze)',
}

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
  const medal = position !== null && medals ? MEDALS[position] : undefined
  return (
    <span className={join(classes.position, 'ps-points', position === null && 'ps-faint', className)}>
      {position !== null && position > 3 && hash && '#'}
      {position !== null && shared && <span className="ps-xs ps-faint">=</span>}
      {medal ? (
        <span className={classes.medal} style={{ color: medal }}>
          {position}
        </span>
      ) : (
        (position ?? '–')
      )}
    </span>
  )
}
