import { join } from '../base/join.ts'
import classes from './position-change.module.css'

/** Describes a change of position for screen readers: "up 6 positions", "down 1 position", "same position". */
export const positionChangeText = (places: number): string => {
  if (places === 0) return 'same position'
  const count = Math.abs(places)
  return `${places > 0 ? 'up' : 'down'} ${count} ${count === 1 ? 'position' : 'positions'}`
}

export type PositionChangeProps = {
  /** Positions gained since the last result, negative if lost; null or undefined without an earlier leaderboard. */
  places: number | null | undefined
  className?: string | undefined
}

/** Change of position: ▲6 in green, ▼3 in yellow, – in grey. */
export const PositionChange = ({ places, className }: PositionChangeProps) => {
  if (!places)
    return (
      <span role="img" aria-label={positionChangeText(0)} className={join(classes.change, 'ps-faint', className)}>
        –
      </span>
    )
  return (
    <span
      role="img"
      aria-label={positionChangeText(places)}
      className={join(classes.change, places > 0 ? 'ps-good' : 'ps-slow', className)}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <path d={places > 0 ? 'M5 1.5 9.4 8.5H.6z' : 'M5 8.5.6 1.5h8.8z'} />
      </svg>
      {Math.abs(places)}
    </span>
  )
}
