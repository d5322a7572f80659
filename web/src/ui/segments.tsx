import { join } from './join.ts'
import classes from './segments.module.css'

/**
 * `open` is what is to come, `past` what is over without a word about it, `grey` a third place or a lock;
 * the colours have the product's meanings.
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
  /** What the row says in words: "6 winners, 2 seconds, 1 third of 11". */
  label: string
  /** Fills the width there is. */
  wide?: boolean
  height?: 'low' | 'normal' | 'tall'
  className?: string | undefined
}

/** What each is drawn in. */
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

/** The row of a count: `done` of `of`, then those running, the rest open. */
export const countSegments = (
  done: number,
  of: number,
  colours: { done?: Segment; running?: number; runningAs?: Segment } = {},
): Segment[] => {
  const running = colours.running ?? 0
  return Array.from({ length: Math.max(of, 0) }, (_, index) => {
    if (index < done) return colours.done ?? 'past'
    return index < done + running ? (colours.runningAs ?? 'green') : 'open'
  })
}

/** The row of a share of 100: so many of `steps` segments, at least one as soon as there is anything. */
export const shareSegments = (share: number, colour: Segment, steps = 10): Segment[] => {
  const filled = share <= 0 ? 0 : Math.min(steps, Math.max(1, Math.round((share / 100) * steps)))
  return countSegments(filled, steps, { done: colour })
}
