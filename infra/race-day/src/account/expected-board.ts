import {
  addUp,
  type ByPlace,
  type ClassifiedRow,
  placeOf,
  pointsFor,
  ranked,
  type Score,
} from '@purple-sector/testing/oracle/scoring'
import type { Points } from '../recording/recording.ts'

// The rules of the open board and of timely tips, recomputed by the player; the oracle does the arithmetic.

/** A race at the end of the day: `deadline` as the product reports it, `classification` in force. */
export type ExpectedRace = {
  raceId: number
  category: string
  /** False for a practice: it never counts, even if it is selected. */
  canCount: boolean
  /** Counts in the open competition. */
  counts: boolean
  /** Counted under any filter that was saved: picks are published only after such races have locked. */
  everCounted: boolean
  deadline: number | null
  points: Points
  /** Null without a result, or when the result was withdrawn. */
  classification: ClassifiedRow[] | null
}

/** An accepted change of a tip; `submittedAt` from the reply, in ms. */
export type AcceptedTip = { category: string; carId: number; submittedAt: number }
export type ExpectedFan = { userId: string; displayName: string; tips: AcceptedTip[] }

export type ExpectedEntry = {
  userId: string
  displayName: string
  position: number | null
  totalPoints: number
  picks: ByPlace
  tipsSubmitted: number
}

/** Username, else first and last name, else first name, else "Anonymous". */
export const displayName = (user: {
  username: string | null
  firstName: string | null
  lastName: string | null
}): string =>
  user.username || [user.firstName, user.firstName && user.lastName].filter(Boolean).join(' ') || 'Anonymous'

/** Returns the car in force when the race locked: the last change before its deadline. */
export const carInForce = (
  tips: AcceptedTip[],
  { category, deadline }: Pick<ExpectedRace, 'category' | 'deadline'>,
): number | null => {
  const before = tips.filter((tip) => tip.category === category && (deadline === null || tip.submittedAt < deadline))
  return (
    before.reduce<AcceptedTip | null>((last, tip) => (last && last.submittedAt > tip.submittedAt ? last : tip), null)
      ?.carId ?? null
  )
}

/** Returns what a fan's tip earned in a race; null if the race is not scored or the fan had no tip. */
export const earned = (
  fan: Pick<ExpectedFan, 'tips'>,
  race: ExpectedRace,
): { place: number | null; points: number } | null => {
  if (!race.counts || !race.classification) return null
  const car = carInForce(fan.tips, race)
  if (car === null) return null
  const place = placeOf(race.classification, car)
  return { place, points: pointsFor(place, race.points) }
}

/** Computes the whole open board in its order; fans without a tip are not on it. */
export const expectedBoard = (races: ExpectedRace[], fans: ExpectedFan[]): ExpectedEntry[] => {
  const isScored = races.some((race) => race.counts && race.classification)
  const rows = fans
    .filter(({ tips }) => tips.length > 0)
    .map((fan) => ({ ...rowOf(fan, addUp(races.flatMap((race) => earned(fan, race) ?? []))), isHidden: false }))
  return ranked(rows, isScored).map(({ sortName: _, isHidden: __, ...row }) => row)
}

/** Builds a row of a board without its position. */
export const rowOf = ({ userId, displayName, tips }: ExpectedFan, score: Score) => ({
  ...{ userId, displayName, sortName: displayName.toLowerCase(), ...score },
  tipsSubmitted: new Set(tips.map(({ category }) => category)).size,
})
