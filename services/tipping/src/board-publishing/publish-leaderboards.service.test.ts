import type { LeaderboardState } from '@purple-sector/contracts/tipping/internal'
import { withTrace } from '@purple-sector/telemetry/trace'
import type { TestDatabase } from '@purple-sector/testing'
import { aUser, aWeekend } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTippingDatabase, createTippingScenario, type TippingScenario } from '../../test/tipping-scenario.ts'
import { removeDeletedWeekends } from '../deletion/remove-deleted-weekends.ts'
import { removeEndedGroups } from '../deletion/remove-ended-groups.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { projectUser } from '../projections/user-projection.ts'
import { projectWeekend } from '../projections/weekend-projection.ts'
import { scoreRace } from '../scoring/score-race.ts'
import { oldestRequest, overdueRaces } from '../scoring/scoring-requests-sql.ts'
import { publishLeaderboards } from './publish-leaderboards.ts'
import { refreshBoards } from './refresh-boards.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTippingDatabase(20)
})
afterAll(() => testDatabase.drop())

type Points = { userId: string; totalPoints: number; firsts: number; seconds: number; thirds: number }
type BoardEventData = LeaderboardState & {
  groupId: number | null
  reason: string
  result: { raceId: number; revision: number } | null
  changed: Points[]
  part: number
  parts: number
}
type Event = {
  type: string
  data: BoardEventData & { raceId: number; revision: number; kind: string }
  traceparent: string | null
}

const eventsOf = async ({ weekendId }: TippingScenario): Promise<Event[]> => {
  const { rows } = await testDatabase.database.raw<{ rows: Event[] }>(
    `select type, data, traceparent from outbox
     where key = ? and type in ('tipping.board-changed.v1', 'tipping.session-scored.v1') order by id`,
    [`weekend/${weekendId}`],
  )
  return rows
}
/** Describes an event by its board or race and the cause of its version. */
const describeEvent = ({ type, data }: Event): string =>
  type.includes('scored')
    ? `scored ${data.raceId}/${data.revision}`
    : `${data.groupId ?? 'open'} ${data.result ? `${data.result.raceId}/${data.result.revision}` : data.reason}`

const standingsOf = async ({ scopeId }: { scopeId: number }) => {
  const rows = await testDatabase.database('standings').where({ scope_id: scopeId }).orderBy('user_id')
  return rows.map(({ user_id: userId, total: totalPoints, firsts, seconds, thirds, since_version }) => ({
    points: { userId, totalPoints, firsts, seconds, thirds },
    isCounted: since_version !== null,
  }))
}
const pendingScopes = async ({ weekendId }: TippingScenario): Promise<number[]> =>
  testDatabase
    .database('pending_leaderboard_events')
    .where({ weekend_id: weekendId })
    .orderBy('scope_id')
    .pluck('scope_id')
const requestsOf = (raceId: number): Promise<string[]> =>
  testDatabase.database('scoring_requests').where({ race_id: raceId }).orderBy('revision').pluck('state')

/**
 * A weekend with three groups; one hides the points of a pending member, and one has a newcomer since its last version.
 */
const startWeekend = async () => {
  const scenario = await createTippingScenario(testDatabase.database)
  const [race, next] = [await scenario.race({ name: 'Race 1' }), await scenario.race({ sessionType: 'race2' })]
  const cars = await scenario.cars(4)
  const names = ['ann', 'bob', 'cat', 'dan']
  const fans: string[] = []
  for (const name of names) fans.push(await scenario.fan(name))
  const groups = [
    await scenario.group(),
    await scenario.group({ hidePointsUntilApproved: true }),
    await scenario.group(),
  ] as const
  for (const [place, fan] of fans.entries()) {
    await scenario.tip(fan, cars[place]!)
    for (const group of groups) {
      await scenario.join(group, fan, !(group === groups[1] && place === 3))
      // In the last group only the winner's points change.
      if (group !== groups[2] || place === 0) await scenario.tip(fan, cars[place]!, group)
    }
  }
  await refreshBoards(testDatabase.database)
  await scenario.join(groups[0], await scenario.fan('eve'))
  return { scenario, race, next, cars, fans, groups }
}
type Weekend = Awaited<ReturnType<typeof startWeekend>>

/** Scores the first result without publishing the groups' boards; returns the events that are expected for them. */
const commitScoring = async ({ scenario, race, cars, groups }: Weekend, finished = cars) => {
  await scenario.publish(race, finished)
  const before = await Promise.all(groups.map(standingsOf))
  expect(await scoreRace(testDatabase)(race)).toBe('scored')
  const expected: Partial<BoardEventData>[] = []
  for (const [place, group] of groups.entries()) {
    const changed = (await standingsOf(group)).flatMap(({ points }) => {
      const previous = before[place]!.find((each) => each.points.userId === points.userId)
      const isSame = previous?.isCounted && JSON.stringify(previous.points) === JSON.stringify(points)
      return isSame ? [] : [points]
    })
    const { version, changedAt, total, entries, ranks } = await leaderboardReadModel(testDatabase.database).state(group)
    const state = { version, changedAt, total, entries, ranks }
    expected.push({ ...state, groupId: group.groupId, reason: 'result', changed, part: 1, parts: 1 })
  }
  return { expected, words: groups.map(({ groupId }) => `${groupId} ${race}/1`) }
}

const waitForLockWaiters = async (): Promise<number[]> => {
  await vi.waitFor(async () => expect(await lockWaiters(testDatabase.database)).not.toHaveLength(0), {
    timeout: 30_000,
  })
  return lockWaiters(testDatabase.database)
}

describe('publishing group boards after a scoring', () => {
  test('publishes the open board at once, then the groups, then the scored race, and finalizes the request last', async () => {
    const weekend = await startWeekend()
    const { scenario, race, groups } = weekend
    const before = (await eventsOf(scenario)).length
    const { words } = await commitScoring(weekend)
    const published = async () => (await eventsOf(scenario)).slice(before).map(describeEvent)
    expect(await published()).toEqual([`open ${race}/1`])
    expect(await pendingScopes(scenario)).toEqual(groups.map(({ scopeId }) => scopeId))
    expect(await requestsOf(race)).toEqual(['pending'])
    await testDatabase.database('scoring_requests').where({ race_id: race }).update({ requested_at: '2026-01-01' })
    expect(await overdueRaces(testDatabase.database)).toEqual([race])

    expect(await publishLeaderboards(testDatabase)(scenario.weekendId)).toBe(3)
    expect(await published()).toEqual([`open ${race}/1`, ...words, `scored ${race}/1`])
    expect(await pendingScopes(scenario)).toEqual([])
    expect(await requestsOf(race)).toEqual(['done'])
    expect(await oldestRequest(testDatabase.database)).toBe(0)
    expect(await publishLeaderboards(testDatabase)(scenario.weekendId)).toBe(0)
  })

  test.each([
    ['all at once', 500],
    ['one after another', 1],
    ['two, and the rest', 2],
  ])('publishes every group board as committed, with changed members and newcomers: %s', async (_words, batchSize) => {
    const weekend = await startWeekend()
    const { scenario, race, groups } = weekend
    const before = (await eventsOf(scenario)).length
    const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const { expected } = await withTrace(trace, () => commitScoring(weekend))
    await publishLeaderboards({ ...testDatabase, batchSize })(scenario.weekendId)
    const published = (await eventsOf(scenario)).slice(before)
    expect(published.slice(1, 4).map(({ data }) => data)).toMatchObject(expected)
    expect(published.map(({ traceparent }) => traceparent)).toEqual(published.map(() => trace))
    const changed = published.slice(1, 4).map(({ data }) => data.changed)
    expect(changed.map((rows) => rows.map(({ totalPoints }) => totalPoints).toSorted((a, b) => b - a))).toEqual([
      [50, 25, 15, 0],
      [50, 25, 15],
      [50],
    ])
    const result = { raceId: race, name: 'Race 1', categoryId: 1, revision: 1, kind: 'completed', reason: null }
    expect(published.slice(1, 4).map(({ data }) => data.result)).toEqual(groups.map(() => result))
  })

  test('publishes everything with the scoring when no group board changes', async () => {
    const scenario = await createTippingScenario(testDatabase.database)
    const race = await scenario.race()
    const [car] = await scenario.cars(1)
    await scenario.tip(await scenario.fan('ann'), car!)
    await scenario.publish(race, [car!])
    expect(await scoreRace(testDatabase)(race)).toBe('scored')
    expect((await eventsOf(scenario)).map(describeEvent)).toEqual([`open ${race}/1`, `scored ${race}/1`])
    expect(await requestsOf(race)).toEqual(['done'])
  })
})

describe('concurrent and crashing publishers', () => {
  test('the next publisher publishes the boards that a killed one left, and none twice', async () => {
    const weekend = await startWeekend()
    const { scenario, race, groups } = weekend
    const before = (await eventsOf(scenario)).length
    const { words } = await commitScoring(weekend)
    const blocker = await testDatabase.database.transaction()
    await blocker('pending_leaderboard_events').where({ scope_id: groups[1].scopeId }).forUpdate()
    const killedPublisher = publishLeaderboards({ ...testDatabase, batchSize: 1 })(scenario.weekendId).catch(
      (error: unknown) => error,
    )
    for (const pid of await waitForLockWaiters())
      await testDatabase.database.raw('select pg_terminate_backend(?)', [pid])
    expect(await killedPublisher).toBeInstanceOf(Error)
    await blocker.rollback()
    const published = async () => (await eventsOf(scenario)).slice(before).map(describeEvent)
    expect(await published()).toEqual([`open ${race}/1`, words[0]])
    expect(await requestsOf(race)).toEqual(['pending'])
    expect(await publishLeaderboards(testDatabase)(scenario.weekendId)).toBe(2)
    expect(await published()).toEqual([`open ${race}/1`, ...words, `scored ${race}/1`])
    expect(await requestsOf(race)).toEqual(['done'])
  })

  test('concurrent publishers publish every board once and in order', async () => {
    const weekend = await startWeekend()
    const { scenario, race } = weekend
    const before = (await eventsOf(scenario)).length
    const { words } = await commitScoring(weekend)
    const publish = publishLeaderboards({ ...testDatabase, batchSize: 1 })
    const published = await Promise.all([1, 2, 3, 4].map(() => publish(scenario.weekendId)))
    expect(published.reduce((sum, boards) => sum + boards)).toBe(3)
    expect((await eventsOf(scenario)).slice(before).map(describeEvent)).toEqual([
      `open ${race}/1`,
      ...words,
      `scored ${race}/1`,
    ])
  })

  test('the background refresh skips a weekend with an active publisher and takes over when the publisher stalls', async () => {
    const weekend = await startWeekend()
    const { scenario, race, groups } = weekend
    const { expected } = await commitScoring(weekend)
    await scenario.join(groups[2], await scenario.fan('fay'))
    // A renamed user would make the refresh lock the weekend's row.
    await testDatabase.database('users_to_refresh').delete()
    await testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
    // On a machine of any speed.
    const resumed_at = testDatabase.database.raw(`clock_timestamp() + interval '1 minute'`)
    await testDatabase.database('pending_scoring_events').update({ resumed_at })
    await refreshBoards(testDatabase.database)
    expect(await pendingScopes(scenario)).toHaveLength(3)
    await testDatabase.database('pending_scoring_events').update({ resumed_at: '2026-01-01' })
    await refreshBoards(testDatabase.database)
    const last = (await eventsOf(scenario)).slice(-5)
    expect(last.map(describeEvent)).toEqual([
      ...groups.map(({ groupId }) => `${groupId} ${race}/1`),
      `scored ${race}/1`,
      `${groups[2].groupId} newcomers`,
    ])
    // A newcomer is on the board at once, and in `changed` with the version that counts them.
    expect(last.slice(0, 2).map(({ data }) => data)).toMatchObject(expected.slice(0, 2))
    expect(last.slice(0, 3).map(({ data }) => data.changed)).toEqual(expected.map(({ changed }) => changed))
    expect(last[4]?.data).toMatchObject({ version: expected[2]!.version! + 1, changed: [{ totalPoints: 0 }] })
  })
})

const NAMES = ['username', 'firstName', 'lastName', 'profileImageUrl', 'avatarConfig']
const withoutNames = (board: Partial<BoardEventData>) => ({
  ...board,
  entries: board.entries?.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !NAMES.includes(name))),
  ),
})

describe('changes between the commit and the publication', () => {
  const makeDue = () => testDatabase.database('scopes').update({ refreshed_at: '-infinity' })
  const cases: [string, (weekend: Weekend) => Promise<unknown>][] = [
    [
      'another result',
      async ({ scenario, next, cars }) => {
        await scenario.publish(next, cars.toReversed())
        await scoreRace(testDatabase)(next)
      },
    ],
    [
      'a correction',
      async ({ scenario, race, cars }) => {
        await scenario.publish(race, [cars[1]!, cars[0]!, cars[2]!])
        await scoreRace(testDatabase)(race)
      },
    ],
    [
      'a withdrawal',
      async ({ scenario, race }) => {
        await scenario.publish(race, [])
        await scoreRace(testDatabase)(race)
      },
    ],
    [
      'another name',
      async ({ scenario, fans }) => {
        await scenario.rename(fans[0]!, 'zoe')
        await makeDue()
        await refreshBoards(testDatabase.database)
      },
    ],
    ['a member who leaves', ({ scenario, groups, fans }) => scenario.leave(groups[0], fans[1]!)],
    ['an approval', ({ scenario, groups, fans }) => scenario.approve(groups[1], fans[3]!)],
    ['another rule', ({ scenario, groups }) => scenario.rules(groups[1], { hidePointsUntilApproved: false })],
    [
      'the move of a group',
      async ({ scenario, groups }) =>
        scenario.move(groups[0], (await createTippingScenario(testDatabase.database)).weekendId),
    ],
    [
      'the end of a group',
      async ({ scenario, groups }) => {
        await scenario.change(groups[0], { deleted: true })
        await removeEndedGroups(testDatabase.database)
      },
    ],
    ['the end of the race', ({ scenario, race }) => scenario.race({ id: race, deleted: true })],
  ]

  test.each(cases)('the committed group boards are published before %s', async (_words, act) => {
    const weekend = await startWeekend()
    const { scenario, race, groups } = weekend
    const before = (await eventsOf(scenario)).length
    const { expected, words } = await commitScoring(weekend)
    await act(weekend)
    expect(await testDatabase.database('pending_scoring_events').where({ race_id: race, revision: 1 })).toEqual([])
    expect((await requestsOf(race))[0]).toBe('done')
    const published = (await eventsOf(scenario)).slice(before)
    expect(published.slice(0, 5).map(describeEvent)).toEqual([`open ${race}/1`, ...words, `scored ${race}/1`])
    expect(published.slice(1, 4).map(({ data }) => withoutNames(data))).toMatchObject(expected.map(withoutNames))

    // Nothing is pending, and no board has skipped a version.
    await publishLeaderboards(testDatabase)(scenario.weekendId)
    await makeDue()
    await refreshBoards(testDatabase.database)
    for (const { groupId } of groups) {
      const versions = (await eventsOf(scenario)).flatMap(({ data }) =>
        data.groupId === groupId ? [data.version] : [],
      )
      expect(versions).toEqual(versions.map((_, place) => place + 1))
    }
  })

  test.each<[string, (weekend: Weekend) => Promise<unknown>]>([
    ['a scoring', ({ next }) => scoreRace(testDatabase)(next)],
    ['the end', ({ scenario, next }) => scenario.race({ id: next, sessionType: 'race2', deleted: true })],
  ])('%s of a race does not deadlock with a concurrent close of that race', async (_words, act) => {
    const weekend = await startWeekend()
    const { scenario, race, next, cars } = weekend
    await scenario.publish(next, cars)
    await commitScoring(weekend)
    // Locks in the order of a close: the race's row, then the key of the weekend's events.
    const closing = await testDatabase.database.transaction()
    await closing.raw('select from races where race_id = ? for no key update', [next])
    const action = act(weekend)
    await waitForLockWaiters()
    await closing.raw('select outbox_lock_keys(array[?::text])', [`weekend/${scenario.weekendId}`])
    await closing.commit()
    await action
    expect((await eventsOf(scenario)).map(describeEvent)).toContain(`scored ${race}/1`)
  })

  test('a rename that affects two pending weekends publishes both first', async () => {
    const [first, second] = [await startWeekend(), await startWeekend()]
    await commitScoring(first)
    await commitScoring(second)
    const [ann] = first.fans
    await second.scenario.join(second.groups[0], ann!)
    await first.scenario.rename(ann!, 'zoe')
    await makeDue()
    await refreshBoards(testDatabase.database)
    for (const { scenario, race } of [first, second]) {
      expect(await pendingScopes(scenario)).toEqual([])
      expect((await eventsOf(scenario)).filter(({ type }) => type.includes('scored')).map(describeEvent)).toEqual([
        `scored ${race}/1`,
      ])
    }
  })

  test('the deletion of an account preserves its points and publishes no personal data', async () => {
    const weekend = await startWeekend()
    const { scenario, fans } = weekend
    const before = (await eventsOf(scenario)).length
    const { expected } = await commitScoring(weekend)
    const [ann] = fans
    await testDatabase.database.transaction((sql) =>
      projectUser(sql, aUser({ id: ann!, username: 'ann', deleted: true })),
    )
    await publishLeaderboards(testDatabase)(scenario.weekendId)
    const published = (await eventsOf(scenario)).slice(before + 1, before + 4)
    expect(published.map(({ data }) => withoutNames(data))).toMatchObject(expected.map(withoutNames))
    for (const { data } of published) {
      const row = data.entries.find(({ userId }) => userId === ann)
      expect(row).toMatchObject({ username: null, firstName: null, lastName: null, totalPoints: 50 })
    }
  })

  test('the deletion of a weekend discards its pending events', async () => {
    const weekend = await startWeekend()
    const { scenario, race } = weekend
    await commitScoring(weekend)
    const before = (await eventsOf(scenario)).map(describeEvent)
    await testDatabase.database.transaction((sql) =>
      projectWeekend(sql, aWeekend({ id: scenario.weekendId, deleted: true })),
    )
    expect(await publishLeaderboards(testDatabase)(scenario.weekendId)).toBe(0)
    expect(await scoreRace(testDatabase)(race)).toBe('nothing to do')
    expect(await requestsOf(race)).toEqual(['superseded'])
    expect((await eventsOf(scenario)).map(describeEvent)).toEqual(before)
    await removeDeletedWeekends(testDatabase.database)
    for (const table of ['pending_leaderboard_events', 'pending_scoring_events', 'scoring_requests', 'scopes'])
      expect(await testDatabase.database(table).where({ weekend_id: scenario.weekendId })).toEqual([])
  })
})
