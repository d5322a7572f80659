import { databaseTime } from '@purple-sector/database'
import type { TestDatabase } from '@purple-sector/testing'
import { aFan, aSeason, aUser, aWeekend } from '@purple-sector/testing/builders'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RecordedSeason, type Round, recomputeSeason, resultsOf, roundsOf } from '../../test/recompute-season.ts'
import { recomputeSeasonChances } from '../../test/recompute-season-chances.ts'
import { readRecordedScenario } from '../../test/recorded-scenario.ts'
import { settleSeasons } from '../../test/season-boards.ts'
import { applySeason } from '../../test/season-scenario.ts'
import { separatingMoment } from '../../test/separating-moment.ts'
import { createTippingDatabase, createTippingScenario, SUPER2, SUPERCARS } from '../../test/tipping-scenario.ts'
import { seasonChances } from '../chances/season-chances.ts'
import { playJoker } from '../jokers/play-joker.ts'
import { readOwnSeason } from '../own-season/read-own-season.ts'
import { projectUser } from '../projections/user-projection.ts'
import { projectWeekend, type WeekendData } from '../projections/weekend-projection.ts'
import { seasonLeaderboardReadModel } from '../season-leaderboards/season-leaderboard-read-model.ts'
import type { SeasonData } from './season-projection.ts'

/*
 * Generated seasons of a group: members join, leave, come back, are approved and delete their accounts, rules change,
 * results come and are corrected. The season leaderboard, each member's own season and chances are compared with a replay in plain steps.
 */

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase()
})
afterAll(() => testDatabase.drop())

/** `GROUP_SEASON_PLAYS` plays more seasons than the suite does. */
const PLAYS = Number(process.env.GROUP_SEASON_PLAYS ?? 25)
const FANS = 4
const WEEKENDS = 4
const CARS = 4
const JOKERS = 1
const index = (count: number) => fc.integer({ min: 0, max: count - 1 })
const [fan, weekend, race] = [index(FANS), index(WEEKENDS), index(3)]
const finished = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 0, maxLength: 3 })
const MULTIPLIERS = [1, 1.5, 2, 3] as const

const deletion = { does: fc.constant('delete-account' as const), fan, isUserFirst: fc.boolean() }

const step = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      does: fc.constant('tip' as const),
      ...{ fan, weekend, isSupport: fc.boolean(), car: index(CARS) },
    }),
  },
  { weight: 7, arbitrary: fc.record({ does: fc.constant('result' as const), weekend, race, finished }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('close' as const), weekend, race }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('finish' as const), weekend, finished }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('complete' as const), weekend, isCompleted: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('joker' as const), fan, weekend }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('join' as const), fan, isApproved: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('leave' as const), fan }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rejoin' as const), fan, isApproved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('approve' as const), fan }) },
  { weight: 1, arbitrary: fc.record(deletion) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('rules' as const),
      rules: fc.record({
        hidePointsUntilApproved: fc.boolean(),
        preventPointsUntilApproved: fc.boolean(),
        useCustomPointSystem: fc.boolean(),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('season-rules' as const),
      rules: fc.record({
        countBest: fc.option(fc.integer({ min: 1, max: 3 })),
        missedWeekend: fc.constantFrom('zero' as const, 'lowest' as const, 'average' as const),
        lateJoiners: fc.constantFrom('none' as const, 'missed' as const),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('rounds' as const),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 3 }),
      multipliers: fc.array(fc.constantFrom(...MULTIPLIERS), { minLength: WEEKENDS, maxLength: WEEKENDS }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('out' as const), weekend, car: index(CARS) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('open' as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('compare' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/**
 * At the end all races but one are over, then that one has locked, and then it has a result too. Meanwhile an account is
 * deleted, `after` so many of these races, right after its fan has played their `joker` if they can.
 */
const play = fc.record({
  steps: fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
  /** The group begins in the round `from`; the last one opens later. */
  from: index(2),
  hidePointsUntilApproved: fc.boolean(),
  last: fc.record({ weekend, race }),
  leaver: fc.record({ after: index(3 * WEEKENDS), joker: weekend, ...deletion }),
  orders: fc.array(finished, { minLength: 3 * WEEKENDS, maxLength: 3 * WEEKENDS }),
  completed: fc.array(fc.boolean(), { minLength: WEEKENDS, maxLength: WEEKENDS }),
})
type Play = typeof play extends fc.Arbitrary<infer T> ? T : never

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error && 'kind' in error)) throw error
}

/** How often something was compared, so that the test cannot be empty. */
const seen = { boards: 0, clinched: 0, lost: 0, anonymous: 0 }

const createWeekend = async (day: number) => {
  const { database } = testDatabase
  const state = aWeekend({ startDate: `2026-03-0${day + 1}` })
  const scenario = await createTippingScenario(database, state)
  const pointsAwarded = { first: 20, second: 10, third: 5 }
  const races = [
    await scenario.race({ pointsAwarded }),
    await scenario.race({ sessionType: 'race2', pointsAwarded }),
    await scenario.race({ category: SUPER2, pointsAwarded }),
  ] as const
  const cars = await scenario.cars(CARS, SUPERCARS)
  const supportCars = await scenario.cars(CARS, SUPER2)
  return { scenario, state, races, cars, supportCars, completedSince: null as Date | null }
}

const playSeason = async (played: Play): Promise<void> => {
  const { steps, from, hidePointsUntilApproved, last, leaver, orders, completed } = played
  const { database } = testDatabase
  const weekends = await Promise.all(Array.from({ length: WEEKENDS }, (_, day) => createWeekend(day)))
  const { scenario } = weekends[0]!
  const fans = await Promise.all(Array.from({ length: FANS }, (_, place) => scenario.fan(`fan${place}`)))
  let [admin] = fans as [string]
  let season: SeasonData = aSeason({ weekendIds: weekends.map(({ state }) => state.id), jokers: JOKERS })
  await applySeason(database, season)
  const open = weekends.slice(from, -1).map(({ state }) => state.id)
  const seasonId = season.id
  let seasonRules: {
    countBest: number | null
    missedWeekend: 'zero' | 'lowest' | 'average'
    lateJoiners: 'none' | 'missed'
  } = {
    ...{ countBest: null, missedWeekend: 'zero', lateJoiners: 'none' },
  }
  const group = await scenario.seasonGroup(open, { seasonId, seasonRules, creatorId: admin })
  const { groupId } = group
  const members = new Map<string, Date>()
  const approved = new Set<string>()
  /** Of deleted accounts: when, when they had joined if they were members, and the jokers that had locked. */
  const deleted = new Map<string, Date>()
  const deletedMembers = new Map<string, Date>()
  const keptJokers = new Map<string, number[]>()
  const join = async (userId: string, isApproved: boolean): Promise<void> => {
    if (members.has(userId) || deleted.has(userId)) return
    await scenario.join(group, userId, isApproved)
    members.set(userId, await databaseTime(database))
    if (isApproved) approved.add(userId)
  }
  const approve = async (userId: string): Promise<void> => {
    if (!members.has(userId)) return
    await scenario.approve(group, userId)
    approved.add(userId)
  }
  const leave = async (userId: string): Promise<void> => {
    if (userId === admin) return
    await scenario.leave(group, userId)
    members.delete(userId)
    approved.delete(userId)
  }
  const jokersOf = (userId: string): Promise<number[]> =>
    database('jokers').where({ season_id: seasonId, user_id: userId }).orderBy('weekend_id').pluck('weekend_id')
  const hasLockedJokers = async ({ state, completedSince }: (typeof weekends)[number]): Promise<boolean> => {
    const { races, now } = await readRecordedScenario(database, state.id)
    return completedSince !== null || races.some(({ locksAt }) => locksAt !== null && locksAt <= now)
  }
  /** Deletes an account; the group of an admin goes to the first approved member, and without one it is not deleted. */
  const deleteAccount = async (userId: string, isUserFirst: boolean): Promise<void> => {
    const successor = [...members.keys()].find((each) => each !== userId && approved.has(each))
    if (deleted.has(userId) || (userId === admin && successor === undefined)) return
    deleted.set(userId, await separatingMoment(database))
    const joined = members.get(userId)
    if (joined) deletedMembers.set(userId, joined)
    const locked = await Promise.all(
      weekends.map(async (each) => ((await hasLockedJokers(each)) ? [each.state.id] : [])),
    )
    keptJokers.set(
      userId,
      (await jokersOf(userId)).filter((weekendId) => locked.flat().includes(weekendId)),
    )
    const endUser = () => database.transaction((sql) => projectUser(sql, aUser({ id: userId, deleted: true })))
    if (isUserFirst) await endUser()
    if (joined) await scenario.publishMembership(group, userId, { deleted: true, accountDeleted: true })
    if (!isUserFirst) await endUser()
    await separatingMoment(database)
    members.delete(userId)
    approved.delete(userId)
    if (userId !== admin) return
    admin = successor!
    await scenario.change(group, { creatorId: admin })
  }
  await join(admin, true)
  await scenario.change(group, { hidePointsUntilApproved })
  await join(fans[1]!, true)
  await join(fans[2]!, false)

  const change = async (place: number, update: Partial<WeekendData>): Promise<void> => {
    const each = weekends[place]!
    each.state = { ...each.state, ...update }
    const before = each.completedSince
    each.completedSince = each.state.status === 'completed' ? (before ?? (await separatingMoment(database))) : null
    await database.transaction((sql) => projectWeekend(sql, each.state))
  }
  const changeSeason = async (update: Partial<SeasonData>): Promise<void> => {
    season = { ...season, ...update, version: season.version + 1 }
    await applySeason(database, season)
  }
  const result = (place: number, race: number, order: readonly number[]): Promise<void> => {
    const each = weekends[place]!
    const cars = race === 2 ? each.supportCars : each.cars
    return each.scenario.result(
      each.races[race]!,
      order.map((car) => cars[car]!),
    )
  }

  const recorded = async (): Promise<RecordedSeason> => {
    const rounds = season.weekends.map(async ({ weekendId, multiplier }) => {
      const { state, completedSince } = weekends.find((each) => each.state.id === weekendId)!
      const all = await readRecordedScenario(database, weekendId, completedSince, deleted)
      const { id: scopeId = 0 } =
        (await database('scopes').where({ weekend_id: weekendId, group_id: groupId }).first('id')) ?? {}
      const jokers: string[] = await database('jokers')
        .where({ season_id: seasonId, weekend_id: weekendId })
        .pluck('user_id')
      const scenario = { ...all, scopes: all.scopes.filter(({ id }) => id === scopeId) }
      const { startDate } = state
      const isCompleted = completedSince !== null
      return [weekendId, { scenario, multiplier, startDate, isCompleted, jokers: new Set(jokers) }] as const
    })
    const { countBest, missedWeekend, lateJoiners } = seasonRules
    const weekendsById = new Map(await Promise.all(rounds))
    const group = { members: new Map([...members, ...deletedMembers]), lateJoiners }
    return { countBest, missedWeekend, weekends: weekendsById, deleted, group }
  }

  const chancesFacts = async (replayed: RecordedSeason) => {
    const scored: number[] = await database('races').whereNotNull('scored_revision').pluck('race_id')
    const cars: { id: number; weekend_id: number; category_id: number }[] = await database('cars')
      .whereIn('weekend_id', [...replayed.weekends.keys()])
      .whereNotIn('status', ['crashed', 'dnf', 'retired'])
      .orderBy('id')
    const all = [...replayed.weekends]
    const firstLocks = all.map(
      ([
        weekendId,
        {
          scenario: { races, now },
        },
      ]) => {
        const locks = races.flatMap(({ sessionType, locksAt }) =>
          sessionType === 'practice' || !locksAt ? [] : [locksAt],
        )
        return [weekendId, locks.some((locksAt) => locksAt <= now)] as const
      },
    )
    return {
      cancelled: new Set(scored),
      cars: new Map(
        all.map(([weekendId]) => {
          const ofWeekend = cars.filter((car) => car.weekend_id === weekendId)
          const byCategory = Map.groupBy(ofWeekend, (car) => car.category_id)
          return [weekendId, new Map([...byCategory].map(([category, some]) => [category, some.map(({ id }) => id)]))]
        }),
      ),
      jokers: season.jokers,
      played: new Map(
        fans.map((id) => [id, all.flatMap(([weekendId, { jokers }]) => (jokers.has(id) ? [weekendId] : []))]),
      ),
      visible: new Set(
        all.flatMap(([weekendId, { isCompleted }], place) => (isCompleted || firstLocks[place]![1] ? [weekendId] : [])),
      ),
      adminUserId: admin,
    }
  }

  const ownOf = (replayed: RecordedSeason, rounds: Round[], userId: string) => {
    const results = resultsOf(replayed, rounds)
    const own = results.find((each) => each.userId === userId)!
    const first = rounds.toSorted((a, b) =>
      a.startDate < b.startDate || (a.startDate === b.startDate && a.place < b.place) ? -1 : 1,
    )[0]
    return [...replayed.weekends].map(([weekendId, { multiplier, jokers }], place) => {
      const round = rounds.find((each) => each.weekendId === weekendId)
      const cell = own.cells.find((each) => each.round.weekendId === weekendId)
      const beforeJoining = cell?.state === 'before' || (first !== undefined && round === undefined)
      return {
        ...{ weekendId, round: place + 1, multiplier, joker: jokers.has(userId), beforeJoining },
        ...{ points: cell?.given ?? null, seasonPoints: cell?.value ?? null },
        counted: cell?.state === 'counted' || cell?.state === 'missed',
        dropped: cell?.state === 'dropped',
        missed: cell?.isMissed ?? false,
        void: cell?.state === 'void',
        position: round && cell && !beforeJoining && !own.isHidden ? (round.positions.get(userId) ?? null) : null,
      }
    })
  }

  const compare = async (): Promise<void> => {
    await settleSeasons(database)
    const replayed = await recorded()
    const expected = recomputeSeason(replayed)
    const competition = { seasonId, groupId }
    const page = { limit: 100, offset: 0 }
    const leaderboards = seasonLeaderboardReadModel(database)
    const { entries } = await leaderboards.page(competition, { ...page, viewer: null, seesHidden: true })
    for (const [userId, weekendIds] of keptJokers) expect(await jokersOf(userId)).toEqual(weekendIds)
    seen.anonymous += expected.filter(({ userId, totalPoints }) => deleted.has(userId) && (totalPoints ?? 0) > 0).length
    expect(entries).toEqual(expected.map((entry) => expect.objectContaining(entry)))
    seen.boards += 1
    const rounds = roundsOf(replayed)
    const hidden = new Set(rounds.flatMap((round) => [...round.hidden]))
    const shown = await leaderboards.page(competition, { ...page, viewer: null })
    expect(shown.entries.map(({ userId, totalPoints }) => [userId, totalPoints])).toEqual(
      expected.map(({ userId, totalPoints }) => [userId, hidden.has(userId) ? null : totalPoints]),
    )

    const chances = seasonChances({ database })
    const read = readOwnSeason({ database, chances })
    const facts = await chancesFacts(replayed)
    for (const userId of members.keys()) {
      const { podiums, ...reachable } = recomputeSeasonChances(replayed, userId, facts)
      const found = (await chances.of(competition, [userId])).get(userId)
      expect(found).toMatchObject({ ...reachable, podiums })
      const { position = null, totalPoints } = expected.find((entry) => entry.userId === userId)!
      const sharing = expected.filter((entry) => position !== null && entry.position === position)
      expect((await read({ userId }, competition)).season).toEqual({
        ...{ seasonId, version: expect.any(Number), position, shared: sharing.length > 1, totalPoints },
        jokersLeft: JOKERS - (facts.played.get(userId)?.length ?? 0),
        ...reachable,
        weekends: ownOf(replayed, rounds, userId),
      })
      seen.clinched += Number(reachable.clinched)
      seen.lost += Number(!reachable.canWin)
    }
  }

  const inWeekend = async (each: Extract<Step, { weekend: number }>): Promise<void> => {
    const { scenario: steps, races, cars, supportCars, state } = weekends[each.weekend]!
    if (each.does === 'tip') {
      const [category, car] = each.isSupport ? [SUPER2, supportCars[each.car]!] : [SUPERCARS, cars[each.car]!]
      await steps.tip(fans[each.fan]!, car, { category, groupId }).catch(ignoreRefusal)
    } else if (each.does === 'result') await result(each.weekend, each.race, each.finished)
    else if (each.does === 'finish') for (const number of [0, 1, 2]) await result(each.weekend, number, each.finished)
    else if (each.does === 'close') await steps.close(races[each.race]!)
    else if (each.does === 'complete') await change(each.weekend, { status: each.isCompleted ? 'completed' : 'live' })
    else if (each.does === 'joker')
      await playJoker({ database })(aFan({ userId: fans[each.fan]! }), seasonId, { weekendId: state.id }).catch(
        ignoreRefusal,
      )
    else await database('cars').where({ id: cars[each.car]! }).update({ status: 'dnf' })
  }
  const run = async (each: Step): Promise<void> => {
    if (each.does === 'compare') await compare()
    else if (each.does === 'join') await join(fans[each.fan]!, each.isApproved)
    else if (each.does === 'leave') await leave(fans[each.fan]!)
    else if (each.does === 'rejoin') {
      const userId = fans[each.fan]!
      if (!members.has(userId) || userId === admin) return
      await scenario.rejoin(group, userId, each.isApproved)
      members.set(userId, await databaseTime(database))
      if (each.isApproved) approved.add(userId)
      else approved.delete(userId)
    } else if (each.does === 'approve') await approve(fans[each.fan]!)
    else if (each.does === 'delete-account') await deleteAccount(fans[each.fan]!, each.isUserFirst)
    else if (each.does === 'rules') await scenario.change(group, each.rules)
    else if (each.does === 'season-rules') {
      seasonRules = each.rules
      await scenario.change(group, { seasonRules })
    } else if (each.does === 'open') {
      const opened = weekends.slice(from).map(({ state }) => ({ weekendId: state.id, selectedRaceIds: [] }))
      await scenario.change(group, { weekends: opened })
    } else if (each.does === 'rounds') {
      const rounds = each.order.map((place, position) => ({
        ...{ weekendId: weekends[place]!.state.id, round: position + 1, multiplier: each.multipliers[place] ?? 1 },
      }))
      await changeSeason({ weekends: rounds })
      const isRound = (weekendId: number): boolean => rounds.some((round) => round.weekendId === weekendId)
      for (const [userId, weekendIds] of keptJokers) keptJokers.set(userId, weekendIds.filter(isRound))
    } else await inWeekend(each)
  }
  for (const each of steps) await run(each)

  await run({ does: 'open' })
  for (const place of weekends.keys())
    for (const number of [0, 1, 2]) {
      if (3 * place + number === leaver.after) {
        await run({ does: 'joker', fan: leaver.fan, weekend: leaver.joker })
        await run(leaver)
      }
      if (place === last.weekend && number === last.race)
        await weekends[place]!.scenario.close(weekends[place]!.races[number]!)
      else await result(place, number, orders[3 * place + number]!)
    }
  for (const [place, isCompleted] of completed.entries())
    await change(place, { status: isCompleted ? 'completed' : 'live' })
  await compare()
  await result(last.weekend, last.race, orders[3 * last.weekend + last.race]!)
  await compare()
}

test('the season of a group is what follows from its weekends, members and rules, whatever happened in between', async () => {
  await fc.assert(fc.asyncProperty(play, playSeason), { numRuns: PLAYS, endOnFailure: true })
  // At the end of each season, before its last result and after it.
  expect(seen.boards).toBeGreaterThanOrEqual(2 * PLAYS)
  expect(seen.clinched + seen.lost).toBeGreaterThan(0)
  expect(seen.anonymous).toBeGreaterThan(0)
}, 3_600_000)
