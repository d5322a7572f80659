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

// What counts on the open board and which tip was in time, by the player's own account; the arithmetic is the oracle's.

/** A race at the end of the day: `deadline` as the product reports it, `classification` the one in force. */
export type ExpectedRace = {
  raceId: number
  category: string
  /** Not a practice: it counts where it is selected. */
  canCount: boolean
  /** In the open competition. */
  counts: boolean
  /** There by any filter that was saved: picks wait for it. */
  everCounted: boolean
  deadline: number | null
  points: Points
  /** null: no result, or one that was withdrawn */
  classification: ClassifiedRow[] | null
}

/** An accepted change of a tip, by the reply's `submittedAt`. */
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

/** The car in force when the race locked: the last change before its deadline. */
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

/** What a fan's tip earned in a race; null when the race is not scored or the fan had no tip in it. */
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

/** The whole open board in its order. Fans without a tip are not on it. */
export const expectedBoard = (races: ExpectedRace[], fans: ExpectedFan[]): ExpectedEntry[] => {
  const isScored = races.some((race) => race.counts && race.classification)
  const rows = fans
    .filter(({ tips }) => tips.length > 0)
    .map((fan) => ({ ...rowOf(fan, addUp(races.flatMap((race) => earned(fan, race) ?? []))), isHidden: false }))
  return ranked(rows, isScored).map(({ sortName: _, isHidden: __, ...row }) => row)
}

/** A row of a board, before it has its place there. */
export const rowOf = ({ userId, displayName, tips }: ExpectedFan, score: Score) => ({
  ...{ userId, displayName, sortName: displayName.toLowerCase(), ...score },
  tipsSubmitted: new Set(tips.map(({ category }) => category)).size,
})
