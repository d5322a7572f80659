import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import type { Database } from '@purple-sector/database'
import { aSeason, aWeekend } from '@purple-sector/testing/builders'
import { projectWeekend, type WeekendData } from '../src/projections/weekend-projection.ts'
import { projectSeason, type SeasonData } from '../src/seasons/season-projection.ts'
import { readOpenSeason, settleSeasons } from './season-boards.ts'
import { createTippingScenario } from './tipping-scenario.ts'

/** Applies the state of a season, as its event does. */
export const applySeason = (database: Database, season: SeasonData): Promise<void> =>
  database.transaction((sql) => projectSeason(sql, season))

/** Creates a weekend with one race of 50, 25 and 15 points, and four cars. */
const createRound = async (database: Database, startDate: string) => {
  let state = aWeekend({ startDate })
  const scenario = await createTippingScenario(database, state)
  const raceId = await scenario.race({ pointsAwarded: { first: 50, second: 25, third: 15 } })
  const cars = await scenario.cars(4)
  const round = {
    scenario,
    weekendId: state.id,
    raceId,
    async change(change: Partial<WeekendData>): Promise<void> {
      state = { ...state, ...change }
      await database.transaction((sql) => projectWeekend(sql, state))
    },
    complete: (isCompleted = true) => round.change({ status: isCompleted ? 'completed' : 'live' }),
    /** Tips the car that finishes on this place of `result`: 1 to 3, or 4 for no points. */
    tip: (userId: string, place: number, group?: { groupId: number }) => scenario.tip(userId, cars[place - 1]!, group),
    /** Publishes the finishing order, by default that of the places tipped; an empty one cancels the race. */
    result: (places: number[] = [1, 2, 3, 4]) =>
      scenario.result(
        raceId,
        places.map((place) => cars[place - 1]!),
      ),
  }
  return round
}

/** Creates a season whose rounds start a week apart. */
export const createSeasonScenario = async (database: Database, rounds: number, rules: Partial<SeasonData> = {}) => {
  const weekends = await Promise.all(
    Array.from({ length: rounds }, (_, place) =>
      createRound(database, new Date(Date.UTC(2026, 3, 1 + 7 * place)).toISOString().slice(0, 10)),
    ),
  )
  let season = aSeason({ weekendIds: weekends.map(({ weekendId }) => weekendId), ...rules })
  await applySeason(database, season)
  const scenario = {
    seasonId: season.id,
    rounds: weekends,
    fan: (name: string) => weekends[0]!.scenario.fan(name),
    async change(change: Partial<SeasonData>): Promise<void> {
      season = { ...season, ...change, version: season.version + 1 }
      await applySeason(database, season)
    },
    settle: () => settleSeasons(database),
    read: () => readOpenSeason(database, season.id),
    async entry(userId: string): Promise<SeasonEntry> {
      const { entries } = await scenario.read()
      const entry = entries.find((each) => each.userId === userId)
      if (!entry) throw new Error(`${userId} is not on the leaderboard`)
      return entry
    },
    /** States of a fan's rounds, with the season points of those that have some. */
    async states(userId: string): Promise<string> {
      const { rounds: own } = await scenario.entry(userId)
      return own.map(({ state, seasonPoints }) => (seasonPoints === null ? state : `${state} ${seasonPoints}`)).join()
    },
    /** Versions of the season leaderboard that were published. */
    async versions(): Promise<number[]> {
      const rows = await database('outbox')
        .where({ type: seasonBoardChanged.type, subject: `open/season/${season.id}` })
        .orderBy('id')
        .select('data')
      return rows.map(({ data }) => data.version)
    },
  }
  return scenario
}
