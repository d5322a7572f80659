import classes from './change.module.css'
import { join } from './join.ts'

/** "up 6 positions", "down 1 position", "same position". */
export const changeText = (places: number): string => {
  if (places === 0) return 'same position'
  const count = Math.abs(places)
  return `${places > 0 ? 'up' : 'down'} ${count} ${count === 1 ? 'position' : 'positions'}`
}

export type ChangeProps = {
  /** Places won since the last result, negative if lost; null or undefined without an earlier board. */
  places: number | null | undefined
  className?: string | undefined
}

/** ▲6 in green, ▼3 in yellow, – in grey. */
export const Change = ({ places, className }: ChangeProps) => {
  if (!places)
    return (
      <span role="img" aria-label={changeText(0)} className={join(classes.change, 'ps-faint', className)}>
        –
      </span>
    )
  return (
    <span
      role="img"
      aria-label={changeText(places)}
      className={join(classes.change, places > 0 ? 'ps-good' : 'ps-slow', className)}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <path d={places > 0 ? 'M5 1.5 9.4 8.5H.6z' : 'M5 8.5.6 1.5h8.8z'} />
      </svg>
      {Math.abs(places)}
    </span>
  )
}
