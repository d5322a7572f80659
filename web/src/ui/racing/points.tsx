import { join } from '../base/join.ts'
import { formatGain, formatGap, formatNumber } from '../time/format.ts'
import classes from './points.module.css'

/** A total of points; the leader's are purple, a missing total is `–`. */
export const Points = ({
  points,
  leader,
  className,
}: {
  points: number | null
  leader?: boolean
  className?: string | undefined
}) => (
  <span className={join(classes.figure, 'ps-points', leader && 'ps-best', points === null && 'ps-faint', className)}>
    {points === null ? '–' : formatNumber(points)}
  </span>
)

/** Points behind the leader. */
export const Gap = ({ behind, className }: { behind: number | null; className?: string | undefined }) => (
  <span className={join(classes.figure, 'ps-data ps-muted', className)}>{formatGap(behind)}</span>
)

/** Points of the last race: purple if the winner was picked, a correction's loss yellow. */
export const Gain = ({
  points,
  winner,
  className,
}: {
  points: number | null
  winner?: boolean
  className?: string | undefined
}) => {
  if (points === null) return <span className={join(classes.figure, 'ps-num ps-xs ps-faint', className)}>–</span>
  const tone = points === 0 ? 'ps-faint' : points < 0 ? 'ps-slow' : winner ? 'ps-best' : 'ps-good'
  return <span className={join(classes.figure, 'ps-num ps-xs', tone, className)}>{formatGain(points)}</span>
}
