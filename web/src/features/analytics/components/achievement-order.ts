import type { AchievementProgress } from '@purple-sector/contracts/engagement/http'
import type { Segment } from '../../../ui/racing/segments.tsx'

type Difficulty = AchievementProgress['achievement']['difficulty']

/** Grades from easiest to hardest. */
export const GRADES = ['bronze', 'silver', 'gold', 'platinum'] as const satisfies readonly Difficulty[]

/** The segment and colour of each grade's medal; platinum uses the ink colour. */
export const MEDALS: Record<Difficulty, { segment: Segment; colour: string }> = {
  bronze: { segment: 'bronze', colour: 'var(--ps-bronze)' },
  silver: { segment: 'silver', colour: 'var(--ps-silver)' },
  gold: { segment: 'gold', colour: 'var(--ps-gold)' },
  platinum: { segment: 'ink', colour: 'var(--ps-ink)' },
}

/** Sorts completed achievements first, then by grade from bronze to platinum; stable otherwise. */
export const sorted = (all: readonly AchievementProgress[]): AchievementProgress[] =>
  all.toSorted(
    (a, b) =>
      Number(b.isCompleted) - Number(a.isCompleted) ||
      GRADES.indexOf(a.achievement.difficulty) - GRADES.indexOf(b.achievement.difficulty),
  )

const MAX_SEGMENTS = 10

/**
 * Returns the segments of a progress bar: one per step, at most ten.
 * Any progress fills the first segment; the last one fills only at the goal.
 */
export const stepsOf = ({
  progress,
  maxProgress,
}: Pick<AchievementProgress, 'progress' | 'maxProgress'>): { filled: number; total: number } => {
  if (maxProgress <= MAX_SEGMENTS) return { filled: progress, total: maxProgress }
  const share = Math.ceil((progress / maxProgress) * MAX_SEGMENTS)
  return { filled: progress < maxProgress ? Math.min(share, MAX_SEGMENTS - 1) : MAX_SEGMENTS, total: MAX_SEGMENTS }
}
