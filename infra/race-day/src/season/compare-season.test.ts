import { describe, expect, test } from 'vitest'
import { shippedSeason } from '../index.ts'
import { emptyLog } from '../race-control/race-control-log.ts'
import { compareSeason } from './compare-season.ts'
import { expectedEntries, expectedOwnSeason } from './expected-season.ts'
import { readSeason } from './recorded-season.ts'
import { openCompetition } from './season-account.ts'
import type { SeasonFan, SeasonLog } from './season-log.ts'
import type { SeasonStage } from './season-stage.ts'

const season = await readSeason(shippedSeason)

const fanNamed = (name: string): SeasonFan => ({
  ...{ name, isNamed: true, autoTip: false, jokers: new Set<number>() },
  account: {
    cookie: name,
    user: {
      ...{ id: name, username: name, firstName: null, lastName: null, isAdmin: false, profileImageUrl: null },
      avatarConfig: null,
    },
  },
})

/** One completed round with one race, in which two fans tipped: car 1 won, and car 2 was second. */
const playedLog = (): SeasonLog => {
  const [recorded] = season.rounds[0]!.recording.sessions.filter(({ id }) => id === 'supercars-race-1')
  if (!recorded) throw new Error('no such race')
  const tip = (userId: string, carId: number) => ({
    ...{ at: 1, userId, stay: null, category: recorded.category, carId, isAutomatic: false, isCopy: false },
  })
  const classification = [1, 2, 3].map((position) => ({ position, carId: position, status: 'classified' }))
  return {
    season: { id: 7, jokers: 1, countBest: null, missedWeekend: 'zero' },
    next: () => 1,
    fans: [fanNamed('ann'), fanNamed('bob')],
    groups: [],
    rounds: [
      {
        ...{ round: 1, weekendId: 3, multiplier: 2, startDate: '2026-02-07', recording: season.rounds[0]!.recording },
        ...{ programme: null, filter: [], completed: 9, control: emptyLog() },
        races: [
          {
            ...{ recorded, raceId: 5, points: { first: 50, second: 25, third: 15 }, hasTime: true, lock: 2 },
            classification,
          },
        ],
        tips: [tip('ann', 1), tip('bob', 2)],
      },
    ],
  }
}

/** Compares with a product whose replies are right, but for `change`. */
const compareWith = async (change: { entry?: object; own?: object; total?: number }) => {
  const log = playedLog()
  const competition = openCompetition(log)
  const entries = expectedEntries(log, competition, log.fans[0]!)
  const seasons = {
    board: async () => ({
      ...{ total: change.total ?? entries.length, isConsistent: true },
      entries: entries.map((entry, i) => (i === 0 ? { ...entry, ...change.entry } : entry)),
    }),
    own: async (cookie: string) => {
      const fan = log.fans.find(({ name }) => name === cookie) ?? log.fans[0]!
      return { ...expectedOwnSeason(log, competition, fan, null), ...change.own }
    },
  }
  return compareSeason({ log, seasons } as unknown as SeasonStage)
}

describe('the comparison of a season', () => {
  test('finds no difference where all is right', async () => {
    expect(await compareWith({})).toEqual({ boards: 1, entries: 2, ownSeasons: 2, differences: [] })
  })

  test.each([
    [{ entry: { totalPoints: 99 } }, 'totalPoints', '100'],
    [{ entry: { position: 2 } }, 'position', '1'],
    [{ entry: { rounds: [] } }, 'rounds', '[{"weekendId":3,"seasonPoints":100,"state":"counted"}]'],
    [{ entry: { userId: 'eve' } }, 'order', '["ann","bob"]'],
    [{ total: 3 }, 'total', '2'],
  ])('names what is wrong on a leaderboard (%#)', async (change, what, expected) => {
    const { differences } = await compareWith(change)
    expect(differences).toHaveLength(1)
    expect(differences).toMatchObject([{ where: expect.stringContaining('open season, read by ann'), what, expected }])
  })

  test("names what is wrong in a fan's own season", async () => {
    const { differences } = await compareWith({ own: { jokersLeft: 0 } })
    expect(differences).toMatchObject([
      { where: 'own season of ann', what: 'jokersLeft', expected: '1', actual: '0' },
      { where: 'own season of bob', what: 'jokersLeft', expected: '1', actual: '0' },
    ])
  })
})
