import type { Points } from '../recording/recording.ts'

// The player's own scoring, after the rules of the game and without a line of the product's code.

export type ExpectedRow = { position: number | null; carId: number; status: string }

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
  classification: ExpectedRow[] | null
}

/** An accepted change of a tip, by the reply's `submittedAt`. */
export type AcceptedTip = { category: string; carId: number; submittedAt: number }
export type ExpectedFan = { userId: string; displayName: string; tips: AcceptedTip[] }
export type Picks = { first: number; second: number; third: number }

export type ExpectedEntry = {
  userId: string
  displayName: string
  position: number | null
  totalPoints: number
  picks: Picks
  tipsSubmitted: number
}

export const places = ['first', 'second', 'third'] as const

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

/** Place of a car: its rank among the classified rows, or null. */
export const placeOf = (classification: ExpectedRow[], carId: number): number | null => {
  const positions = classification.flatMap((row) =>
    row.status === 'classified' && row.position !== null ? [{ carId: row.carId, position: row.position }] : [],
  )
  const own = positions.find((row) => row.carId === carId)
  return own ? positions.filter(({ position }) => position < own.position).length + 1 : null
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
  const award = place === null ? undefined : places[place - 1]
  return { place, points: award ? race.points[award] : 0 }
}

/** The whole open board in its order. Fans without a tip are not on it. */
export const expectedBoard = (races: ExpectedRace[], fans: ExpectedFan[]): ExpectedEntry[] => {
  const scored = races.some((race) => race.counts && race.classification)
  const rows = fans.filter((fan) => fan.tips.length > 0).map((fan) => entryOf(fan, races))
  rows.sort((a, b) => byScore(a, b) || byName(a, b))
  rows.forEach((row, i) => {
    const above = rows[i - 1]
    row.position = !scored ? null : above && byScore(above, row) === 0 ? above.position : i + 1
  })
  return rows
}

const entryOf = (fan: ExpectedFan, races: ExpectedRace[]): ExpectedEntry => {
  const picks = { first: 0, second: 0, third: 0 }
  let totalPoints = 0
  for (const race of races) {
    const award = earned(fan, race)
    const place = award?.place ? places[award.place - 1] : undefined
    if (!award || !place) continue
    picks[place] += 1
    totalPoints += award.points
  }
  const tipsSubmitted = new Set(fan.tips.map((tip) => tip.category)).size
  return { userId: fan.userId, displayName: fan.displayName, position: null, totalPoints, picks, tipsSubmitted }
}

/** Points, then most 1st-place picks, then 2nd, then 3rd; 0 means a shared position. */
export const byScore = (a: ExpectedEntry, b: ExpectedEntry): number =>
  b.totalPoints - a.totalPoints ||
  b.picks.first - a.picks.first ||
  b.picks.second - a.picks.second ||
  b.picks.third - a.picks.third

export const byName = (a: ExpectedEntry, b: ExpectedEntry): number =>
  byCodePoint(a.displayName.toLowerCase(), b.displayName.toLowerCase()) || byCodePoint(a.userId, b.userId)

const byCodePoint = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
