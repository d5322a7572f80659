import { join } from '../base/join.ts'
import { formatNumber } from '../time/format.ts'
import classes from './form-bars.module.css'

const TALL_PX = 38

/** The height of each bar in px: the best is full, zero is a line of 2 px. */
export const barHeights = (points: readonly number[]): number[] => {
  const best = Math.max(...points, 1)
  return points.map((value) => (value <= 0 ? 2 : Math.max(2, Math.round((value / best) * TALL_PX))))
}

/** Recent form: up to five bars with their numbers, oldest first; positive ones green. */
export const FormBars = ({
  points,
  label = 'Recent form',
  className,
}: {
  points: readonly number[]
  label?: string
  className?: string | undefined
}) => {
  const lastPoints = points.slice(-5)
  const heights = barHeights(lastPoints)
  return (
    <ol className={join(classes.form, className)} aria-label={label}>
      {lastPoints.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their index
        <li key={index} className={value > 0 ? classes.gain : undefined}>
          <i style={{ height: heights[index] }} aria-hidden="true" />
          <b>{formatNumber(value)}</b>
        </li>
      ))}
    </ol>
  )
}
