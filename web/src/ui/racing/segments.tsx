import { join } from '../base/join.ts'
import classes from './segments.module.css'

/**
 * `open` is still to come, `past` is over without a value, `grey` a third place or a lock; the colours have the
 * product's meanings.
 */
export type Segment =
  | 'open'
  | 'past'
  | 'grey'
  | 'ink'
  | 'purple'
  | 'green'
  | 'yellow'
  | 'red'
  | 'gold'
  | 'silver'
  | 'bronze'

export type SegmentsProps = {
  values: readonly Segment[]
  /** The row in words: "6 winners, 2 seconds, 1 third of 11". */
  label: string
  /** Fills the available width. */
  wide?: boolean
  height?: 'low' | 'normal' | 'tall'
  className?: string | undefined
}

/** The colour of each segment. */
export const SEGMENT_COLOURS: Record<Segment, string> = {
  open: 'var(--ps-line)',
  past: 'var(--ps-line-2)',
  grey: 'var(--ps-ink-2)',
  ink: 'var(--ps-ink)',
  purple: 'var(--ps-purple)',
  green: 'var(--ps-green)',
  yellow: 'var(--ps-yellow)',
  red: 'var(--ps-red)',
  gold: 'var(--ps-gold)',
  silver: 'var(--ps-silver)',
  bronze: 'var(--ps-bronze)',
}

/** Any count, progress or score: sheared sector segments, never a round bar. */
export const Segments = ({ values, label, wide, height = 'normal', className }: SegmentsProps) => (
  <span
    role="img"
    aria-label={label}
    className={join(classes.row, wide && classes.wide, height !== 'normal' && classes[height], className)}
  >
    {values.map((value, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the row
      <i key={index} style={{ background: SEGMENT_COLOURS[value] }} />
    ))}
  </span>
)

/** The segments of a count: `done` of `of`, then those running, the rest open. */
export const countSegments = (
  doneCount: number,
  of: number,
  colours: { done?: Segment; running?: number; runningAs?: Segment } = {},
): Segment[] => {
  const running = colours.running ?? 0
  return Array.from({ length: Math.max(of, 0) }, (_, index) => {
    if (index < doneCount) return colours.done ?? 'past'
    return index < doneCount + running ? (colours.runningAs ?? 'green') : 'open'
  })
}

/** The segments of a share of 100, out of `steps`: at least one as soon as it is above zero. */
export const shareSegments = (share: number, colour: Segment, steps = 10): Segment[] => {
  const filled = share <= 0 ? 0 : Math.min(steps, Math.max(1, Math.round((share / 100) * steps)))
  return countSegments(filled, steps, { done: colour })
}
