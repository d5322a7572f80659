import type { RecordedRace } from '../recording/recording.ts'

const twoMinutes = 120_000
const ms = (instant: string): number => Date.parse(instant)

/** A period in which a race takes no tips; infinite if it never locks or is never reopened. */
export type LockedStretch = { from: number; to: number }

/**
 * Returns when the race should be locked on the recording's timeline.
 * A lock falls at start minus 2 minutes, when the race is set running, or with its first result, whichever comes first,
 * and ends when the race is reopened. A race put off by `ahead` stays open until it is moved again. This is a plan for
 * the player only; scores are checked by the deadline that the product reports.
 */
export const lockedStretches = (race: RecordedRace): LockedStretch[] => {
  const closures = [race.ran?.start, race.ran?.finish, race.results[0]?.at].filter((at) => at !== undefined)
  const closed = Math.min(Number.POSITIVE_INFINITY, ...closures.map(ms))
  const stretches: LockedStretch[] = []
  let lock = race.plannedStart === null ? Number.POSITIVE_INFINITY : ms(race.plannedStart) - twoMinutes
  for (const { at, start, reopen } of race.moves) {
    const isLocked = ms(at) >= Math.min(lock, closed)
    if (isLocked && !reopen) continue
    if (reopen) stretches.push({ from: Math.min(lock, closed), to: ms(at) })
    lock = start === undefined ? Number.POSITIVE_INFINITY : Math.max(ms(start) - twoMinutes, ms(at))
  }
  return [...stretches, { from: Math.min(lock, closed), to: Number.POSITIVE_INFINITY }]
}

/** Returns when the race should lock for good, or null if nothing ever locks it. */
export const plannedLock = (race: RecordedRace): number | null => {
  const last = lockedStretches(race).at(-1)?.from ?? Number.POSITIVE_INFINITY
  return Number.isFinite(last) ? last : null
}

export const isLockedAt = (race: RecordedRace, at: number): boolean =>
  lockedStretches(race).some(({ from, to }) => from <= at && at < to)
