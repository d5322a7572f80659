import type { AchievementProgress } from '@purple-sector/contracts/engagement/http'
import type { Segment } from '../../ui/segments.tsx'

type Difficulty = AchievementProgress['achievement']['difficulty']

/** From the easiest on. */
export const GRADES = ['bronze', 'silver', 'gold', 'platinum'] as const satisfies readonly Difficulty[]

/** Platinum is ink. */
export const MEDALS: Record<Difficulty, { segment: Segment; colour: string }> = {
  bronze: { segment: 'bronze', colour: 'var(--ps-bronze)' },
  silver: { segment: 'silver', colour: 'var(--ps-silver)' },
  gold: { segment: 'gold', colour: 'var(--ps-gold)' },
  platinum: { segment: 'ink', colour: 'var(--ps-ink)' },
}

/** Completed ones first, then bronze, silver, gold, platinum; else as they come. */
export const sorted = (all: readonly AchievementProgress[]): AchievementProgress[] =>
  all.toSorted(
    (a, b) =>
      Number(b.isCompleted) - Number(a.isCompleted) ||
      GRADES.indexOf(a.achievement.difficulty) - GRADES.indexOf(b.achievement.difficulty),
  )

const MAX_SEGMENTS = 10

/** A segment a step, ten at most; one as soon as there is anything, and the last one only at the goal. */
export const stepsOf = ({
  progress,
  maxProgress,
}: Pick<AchievementProgress, 'progress' | 'maxProgress'>): { done: number; of: number } => {
  if (maxProgress <= MAX_SEGMENTS) return { done: progress, of: maxProgress }
  const share = Math.ceil((progress / maxProgress) * MAX_SEGMENTS)
  return { done: progress < maxProgress ? Math.min(share, MAX_SEGMENTS - 1) : MAX_SEGMENTS, of: MAX_SEGMENTS }
}
