import { isLocked } from '@purple-sector/contracts/race-lock'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { CountingRace } from './tip.ts'
import type { TipRace } from './tip-races.ts'

/** A tip with its races, as of the database time `now`. */
export type TipWithRaces = {
  id: number
  weekendId: number
  categoryId: number
  category: string
  carId: number
  groupId: number | null
  submittedAt: Date
  car: Tip['car']
  races: TipRace[]
  now: Date
}

const instant = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** Returns a tip as its fan reads it (docs/contract.md, Tips and boards). */
export const tipView = ({ races, now, submittedAt, ...tip }: TipWithRaces): Tip => {
  const raceViews = races.map((race) => ({
    raceId: race.raceId,
    name: race.name,
    deadline: instant(race.locksAt),
    locked: isLocked(race, now),
    carId: race.carInForce,
    points: race.isScored ? (race.points ?? 0) : null,
    lateAt: instant(race.lateAt),
  }))
  const openRace = raceViews.find(({ locked }) => !locked)
  return {
    ...tip,
    tipSource: tip.groupId === null ? 'sector' : 'group',
    points: raceViews.reduce((sum, { points }) => sum + (points ?? 0), 0),
    submittedAt: submittedAt.toISOString(),
    countsFrom: openRace ? { raceId: openRace.raceId, name: openRace.name, deadline: openRace.deadline } : null,
    sessions: raceViews,
  }
}

/** Returns the races of a first tip: a locked one counts without it, an open one will be scored with it. */
export const racesOfFirstTip = (races: CountingRace[], carId: number, now: Date): TipRace[] =>
  races.map((race) => ({ ...race, carInForce: isLocked(race, now) ? null : carId, points: null, lateAt: null }))
