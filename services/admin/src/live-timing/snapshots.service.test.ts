import type { Cache } from '@purple-sector/cache'
import { liveTimingChanged, resultPublished, timingStarted } from '@purple-sector/contracts/admin/events'
import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Snapshot, SnapshotReply, Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { LAST_TIMINGS, VISIBLE_TIMINGS } from '@purple-sector/contracts/timings'
import { reviewLock } from '@purple-sector/contracts/tipping/internal'
import { raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { MAX_PUSHES_IN_10_S } from '@purple-sector/service-kit/data/parsing-limits'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { createServiceTest } from '@purple-sector/testing/service-test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'
import { anEntry, aSnapshot } from '../../test/snapshots.ts'
import { admin } from '../service.ts'
import { createLatestTimings } from './latest-timings.ts'
import { resumeTimings } from './resume-timings.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

const KEY = 'a-key-of-the-timing-company'
const LIMITED_KEY = 'another-key-of-the-company'

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl(undefined, { timingKeys: [KEY, LIMITED_KEY] })
})
afterAll(() => control?.close())

const pathOf = (raceId: number) => `/api/live-timing/races/${raceId}`
const send = (raceId: number, snapshot: Snapshot, caller = control.admin) =>
  caller<SnapshotReply & ErrorBody>('POST', `${pathOf(raceId)}/snapshots`, snapshot)
const read = (raceId: number) => control.fan<Timing & ErrorBody>('GET', pathOf(raceId))
const historyOf = (raceId: number) => control.fan<TimingHistory & ErrorBody>('GET', `${pathOf(raceId)}/history`)
const statusNow = async () => (await control.fan<LiveTimingStatus>('GET', '/api/live-timing/status')).body
const setPausedState = (action: 'pause' | 'resume') => control.admin('POST', `/api/live-timing/${action}`)

/** Creates a race of four cars, with snapshots in which they run in an order given by their indices. */
const createRaceWithCars = async () => {
  const race = await control.race()
  const [first = '', second = '', third = '', fourth = ''] = race.cars.map(({ plate }) => plate)
  const plates = [first, second, third, fourth]
  const platesInOrder = (...indices: number[]) => indices.map((index) => plates[index] ?? '')
  const snapshot = (sequence: number, indices = [0, 1, 2, 3], overrides: Partial<Snapshot> = {}): Snapshot =>
    aSnapshot(platesInOrder(...indices), { sequence, lap: sequence, ...overrides })
  return { ...race, plates, platesInOrder, snapshot }
}
/** The order in which all cars have finished. */
const finishedSnapshot = (plates: readonly string[], sequence: number): Snapshot =>
  aSnapshot(
    plates.map((plate, index) => anEntry({ carNumber: plate, position: index + 1, laps: 20, status: 'finished' })),
    { sequence, lap: 20, flag: 'chequered' },
  )

describe('snapshot access', () => {
  test('accepts administrators and programs with a key, and rejects others', async () => {
    const { id, snapshot } = await createRaceWithCars()
    const caller = (headers: Record<string, string>) => (path: 'POST', url: string, body: unknown) =>
      control.visitor<SnapshotReply & ErrorBody>(path, url, body, headers)
    const pushWith = (authorization: string, sequence: number) =>
      caller({ authorization })('POST', `${pathOf(id)}/snapshots`, snapshot(sequence))
    expect((await pushWith(`Bearer ${KEY}`, 1)).body).toEqual({ raceId: id, accepted: true, sequence: 1 })
    expect((await send(id, snapshot(2))).body.accepted).toBe(true)
    expect((await pushWith('Bearer a-key-of-somebody-else', 3)).status).toBe(401)
    expect((await send(id, snapshot(3), control.visitor)).status).toBe(401)
    expect((await send(id, snapshot(3), control.fan)).status).toBe(403)
    expect((await control.visitor('GET', pathOf(id), undefined, { authorization: `Bearer ${KEY}` })).status).toBe(401)
    expect((await read(id)).body.sequence).toBe(2)
  })

  test('rejects an unknown race and an invalid snapshot', async () => {
    const { id, snapshot, platesInOrder } = await createRaceWithCars()
    control.setWeekendsReplies(undefined, 90_001)
    expect(await send(90_001, snapshot(1))).toMatchObject({ status: 404, body: { code: 'RACE_NOT_FOUND' } })
    const invalidBodies: [object, string][] = [
      [{ ...snapshot(1), sequence: -1 }, 'sequence'],
      [{ ...snapshot(1), flag: 'blue' }, 'flag'],
      [{ ...snapshot(1), entries: [{ ...anEntry({ carNumber: 1, position: 0 }) }] }, 'entries.0.position'],
      [aSnapshot([...platesInOrder(0, 1), ...platesInOrder(0)]), 'entries'],
    ]
    for (const [body, path] of invalidBodies)
      expect(await control.admin<ErrorBody>('POST', `${pathOf(id)}/snapshots`, body)).toMatchObject({
        status: 400,
        body: { issues: [{ path }] },
      })
    expect(await read(id)).toMatchObject({ status: 404, body: { code: 'NO_TIMING' } })
    expect(await historyOf(id)).toMatchObject({ status: 404, body: { code: 'NO_TIMING' } })
  })

  test('limits each key and each administrator to fifty snapshots a second', async () => {
    const { id, snapshot } = await createRaceWithCars()
    const headers = { authorization: `Bearer ${LIMITED_KEY}` }
    const push = () =>
      control.visitor<SnapshotReply & ErrorBody>('POST', `${pathOf(id)}/snapshots`, snapshot(1), headers)
    const statuses = new Set<number>()
    for (let sent = 0; sent <= MAX_PUSHES_IN_10_S; sent += 100)
      for (const { status } of await Promise.all(Array.from({ length: 100 }, push))) statuses.add(status)
    expect(statuses).toEqual(new Set([200, 429]))
    expect((await send(id, snapshot(2))).status).toBe(200)
  })

  test('rejects a snapshot that is too long', async () => {
    const { id, snapshot } = await createRaceWithCars()
    const body = { ...snapshot(1), message: 'x'.repeat(250_000) }
    expect((await control.admin('POST', `${pathOf(id)}/snapshots`, body)).status).toBe(413)
  })

  test('accepts sixty cars with every field', async () => {
    const { id } = await createRaceWithCars()
    const entries = Array.from({ length: 60 }, (_, index) =>
      anEntry({
        ...{ carNumber: 100 + index, position: index + 1, driver: `Somebody with quite a long name ${index}` },
        ...{ lastLapMs: 91_234.5678, bestLapMs: 90_123.4567, gapMs: 12_345.6789, intervalMs: 1_234.5678 },
        ...{ sectorsMs: [30_123.4567, 30_234.5678, 30_345.6789], inPit: false, pitStops: 3 },
      }),
    )
    expect((await send(id, aSnapshot(entries))).body.accepted).toBe(true)
  })
})

describe('first snapshot', () => {
  test('closes the race before the first snapshot is visible, and publishes the start once', async () => {
    const { id, weekendId, snapshot } = await createRaceWithCars()
    let statusAtClose: unknown = 'nothing'
    control.setCloseReply(id, async () => {
      statusAtClose = (await read(id)).status
    })
    await send(id, snapshot(1))
    expect(statusAtClose).toBe(404)
    await control.probe.next(timingStarted, ({ raceId }) => raceId === id)
    await control.probe.next(liveTimingChanged, ({ raceId, isRunning }) => raceId === id && isRunning)
    expect(await statusNow()).toMatchObject({
      isRunning: true,
      raceId: id,
      source: { kind: 'push', state: 'receiving', url: null, error: null },
    })
    await Promise.all([send(id, snapshot(2)), send(id, snapshot(3))])
    await expect.poll(() => control.finalizationsOf(id)).toMatchObject([{ isStored: true }])
    expect(control.closeRequestsOf(id).map(({ request }) => request.begins)).toEqual([undefined])
    const published = control.probe.seen(timingStarted).filter(({ data }) => data.raceId === id)
    expect(published.map(({ data }) => data.weekendId)).toEqual([weekendId])
    const statuses = control.probe.seen(liveTimingChanged).filter(({ data }) => data.raceId === id)
    expect(statuses).toHaveLength(1)
  })

  test('accepts the first snapshot while tipping is unavailable: its event closes the race', async () => {
    const { id, snapshot } = await createRaceWithCars()
    control.stopTippingReplies(id)
    expect((await send(id, snapshot(1))).body.accepted).toBe(true)
    await control.probe.next(timingStarted, ({ raceId }) => raceId === id)
    expect((await read(id)).body.sequence).toBe(1)
  })

  test('starts the session once when two snapshots arrive together', async () => {
    const { id, snapshot } = await createRaceWithCars()
    await Promise.all([send(id, snapshot(1)), send(id, snapshot(2)), send(id, snapshot(3))])
    expect((await read(id)).body.sequence).toBe(3)
    await control.probe.next(timingStarted, ({ raceId }) => raceId === id)
    expect(control.probe.seen(timingStarted).filter(({ data }) => data.raceId === id)).toHaveLength(1)
  })
})

describe('later snapshots', () => {
  test('shows snapshots in order, and ignores one that is not newer than the latest', async () => {
    const { id, snapshot, plates, carIds } = await createRaceWithCars()
    await send(id, snapshot(5))
    await send(id, snapshot(7, [1, 0, 2, 3]))
    for (const staleSequence of [7, 6, 1])
      expect((await send(id, snapshot(staleSequence, [3, 2, 1, 0]))).body).toEqual({
        raceId: id,
        accepted: false,
        sequence: 7,
      })
    const reply = await read(id)
    expect(reply.body.entries.map(({ plate, carId, place, change }) => [plate, carId, place, change])).toEqual([
      [plates[1], carIds[1], 1, 1],
      [plates[0], carIds[0], 2, -1],
      [plates[2], carIds[2], 3, 0],
      [plates[3], carIds[3], 4, 0],
    ])
    expect(reply.headers['last-changed']).toBe(reply.body.at)
  })

  test('counts snapshots of a new source from its generation, and ignores those of the old source', async () => {
    const { id, snapshot } = await createRaceWithCars()
    await send(id, snapshot(500))
    await timingSessionRepository(control.database).nextGeneration(id)
    expect((await send(id, snapshot(1, [1, 0, 2, 3]))).body).toEqual({ raceId: id, accepted: true, sequence: 1 })
    expect((await read(id)).body).toMatchObject({ generation: 2, sequence: 1, entries: [{ change: 1 }, {}, {}, {}] })
  })

  test('restarts bests and history for another source, and keeps first positions', async () => {
    const { id, platesInOrder } = await createRaceWithCars()
    const lap = (
      sequence: number,
      laps: number,
      lastLapMs: number,
      indices: number[],
      overrides: Partial<Snapshot> = {},
    ) =>
      aSnapshot(
        platesInOrder(...indices).map((carNumber, index) =>
          anEntry({ carNumber, position: index + 1, laps, lastLapMs }),
        ),
        { sequence, lap: laps, ...overrides },
      )
    await send(id, lap(1, 4, 60_000, [0, 1]))
    await send(id, lap(2, 5, 60_000, [0, 1], { flag: 'red', message: 'Another session' }))
    await timingSessionRepository(control.database).nextGeneration(id)
    expect((await historyOf(id)).body.control).toHaveLength(2)
    await send(id, lap(1, 2, 90_000, [1, 0]))
    const [leader] = (await read(id)).body.entries
    expect(leader).toMatchObject({ bestLapMs: 90_000, isFastest: true, lastLap: 'purple', change: 1 })
    const { cars, control: controlEvents } = (await historyOf(id)).body
    expect(cars.map(({ laps }) => laps.map(({ lap: done }) => done))).toEqual([[2], [2]])
    expect(controlEvents).toMatchObject([{ flag: 'green', message: null }])
  })

  test('reads the database once a snapshot, and writes nothing while no lap is completed', async () => {
    const { id, plates } = await createRaceWithCars()
    const running = (sequence: number) => aSnapshot(plates, { sequence, lap: 3 })
    await send(id, running(1))
    const requested: string[] = []
    const note = ({ sql, bindings }: { sql: string; bindings?: unknown[] }) => {
      if (bindings?.includes(id)) requested.push(sql)
    }
    control.platform.database.on('query', note)
    for (let sequence = 2; sequence <= 21; sequence++) await send(id, running(sequence))
    control.platform.database.removeListener('query', note)
    expect(requested.filter((sql) => sql.includes('as "isOver"'))).toHaveLength(20)
    expect(requested.filter((sql) => sql.startsWith('insert'))).toEqual([])
    // Cars are also read every two seconds, and the state is saved every five.
    expect(requested.length).toBeLessThan(40)
  })
})

describe('paused timing', () => {
  test('stores snapshots without showing them, and shows the latest once resumed', async () => {
    const { id, snapshot } = await createRaceWithCars()
    await send(id, snapshot(1))
    await setPausedState('pause')
    try {
      expect((await send(id, snapshot(2))).body.accepted).toBe(true)
      await send(id, snapshot(3))
      expect((await read(id)).body.sequence).toBe(1)
      expect((await historyOf(id)).body.cars[0]?.laps.map(({ lap }) => lap)).toEqual([1])
    } finally {
      await setPausedState('resume')
    }
    expect((await read(id)).body.sequence).toBe(3)
    expect((await historyOf(id)).body.cars[0]?.laps.map(({ lap }) => lap)).toEqual([1, 2, 3])
  })

  test('shows the last state of a session that ended meanwhile, on every replica', async () => {
    const { id, snapshot } = await createRaceWithCars()
    await send(id, snapshot(1))
    await setPausedState('pause')
    try {
      await send(id, snapshot(2))
      const session = () => control.database('timing_sessions').where({ race_id: id })
      await expect.poll(async () => (await session().first('latest'))?.latest.timing.sequence).toBe(2)
      await session().update({ last_snapshot_at: new Date(Date.now() - 11 * 60_000) })
      await expect.poll(() => session().first('is_running')).toEqual({ is_running: false })
      const { database, platform } = control
      await resumeTimings({ database, latestTimings: createLatestTimings({ cache: platform.cache, database }) })()
      expect((await read(id)).body.sequence).toBe(2)
      expect((await session().first('visible'))?.visible.sequence).toBe(2)
    } finally {
      await setPausedState('resume')
    }
  })

  test('does not show a snapshot that was in flight when timing was paused', async () => {
    const { id, snapshot } = await createRaceWithCars()
    control.setCloseReply(id, async () => {
      await setPausedState('pause')
    })
    try {
      expect((await send(id, snapshot(1))).body.accepted).toBe(true)
      expect((await read(id)).status).toBe(404)
    } finally {
      await setPausedState('resume')
    }
    expect((await read(id)).body.sequence).toBe(1)
  })

  test('does not show timing that was never visible while timing is paused', async () => {
    const { id, snapshot } = await createRaceWithCars()
    await setPausedState('pause')
    try {
      await send(id, snapshot(1))
      expect((await read(id)).status).toBe(404)
    } finally {
      await setPausedState('resume')
    }
    expect((await read(id)).body.sequence).toBe(1)
  })
})

describe('two replicas', () => {
  type Latest = ReturnType<Cache['latest']>
  /** Starts a second replica on the same database and cache; `onCache` runs before each of its operations on timings. */
  const startReplica = async (onCache: (operation: 'read' | 'putIfNewer', name: string) => unknown = () => {}) => {
    const { cache } = control.platform
    const latest = (name: string): Latest => {
      const values = cache.latest(name)
      return {
        ...values,
        read: async (...input) => {
          await onCache('read', name)
          return values.read(...input)
        },
        putIfNewer: async (...input) => {
          await onCache('putIfNewer', name)
          return values.putIfNewer(...input)
        },
      }
    }
    const platform = () => ({ cache: { ...cache, latest } })
    return createServiceTest(admin, { on: control.testDatabase, platform })
  }
  /** Collects the sequences that users see of a race. */
  const followVisible = (raceId: number) => {
    const sequences: number[] = []
    const follower = control.platform.cache.latest(VISIBLE_TIMINGS).follow((key, newest) => {
      if (key === String(raceId) && newest) sequences.push(newest.sequence)
    })
    return { sequences, stop: () => follower.stop() }
  }
  const lastSequence = async (raceId: number) =>
    (await control.platform.cache.latest(LAST_TIMINGS).read(String(raceId)))?.sequence

  test('a snapshot costs one read of the cache before and one write, and two reads of the database', async () => {
    const { id, plates } = await createRaceWithCars()
    await send(id, aSnapshot(plates, { sequence: 1, lap: 3 }))
    const operations: string[] = []
    const replica = await startReplica((operation) => operations.push(operation))
    const reads: string[] = []
    try {
      // The entered cars are cached from the first one on, for two seconds.
      await send(id, aSnapshot(plates, { sequence: 2, lap: 3 }), replica.admin)
      operations.length = 0
      replica.platform.database.on('query', ({ sql, bindings }: { sql: string; bindings?: unknown[] }) => {
        // Once a second the replica stores what it has counted, which may happen now.
        const isRead = !/^\s*(insert|update)/i.test(sql)
        if (isRead && (bindings?.includes(id) || sql.includes('from "live_timing"'))) reads.push(sql)
      })
      await send(id, aSnapshot(plates, { sequence: 3, lap: 3 }), replica.admin)
      expect([operations, reads.length]).toEqual([['read', 'putIfNewer'], 2])
      expect((await read(id)).body.sequence).toBe(3)
    } finally {
      await replica.close()
    }
  })

  test('show nothing once one of them has paused, and keep the order', async () => {
    const { id, snapshot } = await createRaceWithCars()
    const replica = await startReplica()
    const { sequences, stop } = followVisible(id)
    let sequence = 0
    const sendThroughBoth = () =>
      Promise.all([send(id, snapshot(++sequence)), send(id, snapshot(++sequence), replica.admin)])
    try {
      await send(id, snapshot(++sequence))
      for (let round = 0; round < 5; round++) await sendThroughBoth()
      const inFlight = [sendThroughBoth(), sendThroughBoth()]
      await replica.admin('POST', '/api/live-timing/pause')
      const visibleAtPause = [...sequences]
      await Promise.all(inFlight)
      for (let round = 0; round < 5; round++) await sendThroughBoth()
      expect(sequences).toEqual(visibleAtPause)
      expect((await read(id)).body.sequence).toBe(visibleAtPause.at(-1))
    } finally {
      await setPausedState('resume')
      stop()
      await replica.close()
    }
    expect(sequences.at(-1)).toBe(await lastSequence(id))
    expect(sequences).toEqual([...new Set(sequences)].toSorted((left, right) => left - right))
  })

  test('hide a snapshot whose laps were being stored by one when the other paused', async () => {
    const { id, snapshot } = await createRaceWithCars()
    const replica = await startReplica()
    try {
      await send(id, snapshot(1))
      const blocker = await control.database.transaction()
      await blocker.raw('lock table timing_laps in exclusive mode')
      const sending = send(id, snapshot(2), replica.admin)
      await expect.poll(async () => (await lockWaiters(control.database)).length).toBe(1)
      await setPausedState('pause')
      await blocker.commit()
      expect((await sending).body.accepted).toBe(true)
      expect((await read(id)).body.sequence).toBe(1)
      expect(await lastSequence(id)).toBe(2)
    } finally {
      await setPausedState('resume')
      await replica.close()
    }
    expect((await read(id)).body.sequence).toBe(2)
  })

  test('show at once a snapshot that one hides while the other resumes', async () => {
    const { id, snapshot } = await createRaceWithCars()
    await send(id, snapshot(1))
    await setPausedState('pause')
    const { promise: resumed, resolve: letWrite } = Promise.withResolvers<void>()
    const { promise: reached, resolve: markReached } = Promise.withResolvers<void>()
    const replica = await startReplica(async (operation, name) => {
      if (operation !== 'putIfNewer' || name !== LAST_TIMINGS) return
      markReached()
      await resumed
    })
    try {
      const sending = send(id, snapshot(2), replica.admin)
      await reached
      await setPausedState('resume')
      expect((await read(id)).body.sequence).toBe(1)
      letWrite()
      expect((await sending).body.accepted).toBe(true)
      expect((await read(id)).body.sequence).toBe(2)
    } finally {
      letWrite()
      await setPausedState('resume')
      await replica.close()
    }
  })
})

describe('finished race', () => {
  test('rejects snapshots and ends the session once the race has a result', async () => {
    const { id, snapshot, carIds } = await createRaceWithCars()
    await send(id, snapshot(1))
    await control.putResult(id, official(...carIds))
    await control.probe.next(liveTimingChanged, ({ raceId }) => raceId !== id)
    expect(await send(id, snapshot(2))).toMatchObject({ status: 409, body: { code: 'RACE_OVER' } })
    expect((await read(id)).body.sequence).toBe(1)
    expect((await statusNow()).raceId).not.toBe(id)
  })

  test('rejects snapshots of a completed race without closing it again', async () => {
    const { id, snapshot, ...race } = await createRaceWithCars()
    const { weekend: _, cars: __, carIds: ___, plates: ____, platesInOrder: _____, ...state } = race
    await control.publishEvent(raceChanged, { ...state, id, status: 'completed' })
    await expect.poll(() => control.database('races').where({ id }).first('status')).toEqual({ status: 'completed' })
    expect(await send(id, snapshot(1))).toMatchObject({ status: 409, body: { code: 'RACE_OVER' } })
    expect(control.closeRequestsOf(id)).toEqual([])
  })
})

describe('timing history', () => {
  test('returns one point of history a lap and car, and race control messages', async () => {
    const { id, snapshot, plates, carIds } = await createRaceWithCars()
    await send(id, snapshot(1, [0, 1, 2, 3], { lap: 0 }))
    await send(id, snapshot(2, [0, 1, 2, 3], { lap: 1 }))
    await send(id, snapshot(3, [1, 0, 2, 3], { lap: 1 }))
    await send(id, snapshot(4, [1, 0, 2, 3], { lap: 2, flag: 'red', message: 'Debris' }))
    const { body, headers } = await historyOf(id)
    expect(body.cars.map(({ plate, carId }) => [plate, carId])).toEqual(plates.map((plate, i) => [plate, carIds[i]]))
    const [first] = body.cars
    expect(first?.laps.map(({ lap, position }) => [lap, position])).toEqual([
      [0, 1],
      [1, 1],
      [2, 2],
    ])
    expect(body.control).toMatchObject([
      { lap: 0, flag: 'green', message: null },
      { lap: 2, flag: 'red', message: 'Debris' },
    ])
    expect(headers['last-changed']).toBe(body.control[1]?.at)
  })

  test('deletes timing history with its race, and with its weekend', async () => {
    const [raceToDelete, otherRace] = [await createRaceWithCars(), await createRaceWithCars()]
    for (const { id, snapshot } of [raceToDelete, otherRace]) await send(id, snapshot(1))
    const {
      weekend: _,
      cars: __,
      carIds: ___,
      plates: ____,
      platesInOrder: _____,
      snapshot: ______,
      ...state
    } = raceToDelete
    await control.publishEvent(raceChanged, { ...state, deleted: true })
    await control.publishEvent(weekendChanged, { ...otherRace.weekend, deleted: true })
    for (const { id } of [raceToDelete, otherRace]) {
      await expect.poll(async () => (await read(id)).status).toBe(404)
      expect((await statusNow()).raceId).not.toBe(id)
      for (const table of ['timing_sessions', 'timing_laps', 'timing_control'])
        expect(await control.database(table).where({ race_id: id })).toEqual([])
      expect(await control.platform.cache.latest(VISIBLE_TIMINGS).read(String(id))).toBeUndefined()
    }
  })
})

describe('final order', () => {
  const readFinalOrder = (raceId: number) =>
    control.admin<ParsedImport & ErrorBody>('GET', `/api/admin/races/${raceId}/results/timing`)
  const enablePublishing = async (raceId: number) => {
    await timingSessionRepository(control.database).setPublishing(raceId, true)
  }

  test('offers the final order to administrators as a provisional result', async () => {
    const { id, snapshot, plates, carIds, cars, ...race } = await createRaceWithCars()
    const { weekend: _, carIds: __, platesInOrder: ___, ...state } = { ...race, carIds }
    control.setWeekendsReplies({ ...state, id }, id, cars)
    expect(await readFinalOrder(id)).toMatchObject({ status: 404, body: { code: 'NO_TIMING' } })
    await send(id, snapshot(1))
    expect((await readFinalOrder(id)).body.notes[0]).toContain('The session has not ended')
    await send(id, finishedSnapshot([...plates.toReversed(), '999'], 2))
    const { body } = await readFinalOrder(id)
    expect(body).toMatchObject({ status: 'provisional', notes: [], unmatched: [{ number: '999' }] })
    expect(body.classification.map(({ carId }) => carId)).toEqual(carIds.toReversed())
    expect((await control.fan('GET', `/api/admin/races/${id}/results/timing`)).status).toBe(403)
    expect(await control.revisionsOf(id)).toEqual([])
  })

  test('states the start by the source and the number of tips after it', async () => {
    const { id, snapshot, plates, carIds, cars, ...race } = await createRaceWithCars()
    const { weekend: _, platesInOrder: __, ...state } = race
    control.setWeekendsReplies({ ...state, id }, id, cars)
    const startedAt = new Date(Date.now() - 600_000).toISOString()
    const locksAt = new Date(Date.now() - 300_000).toISOString()
    control.calls.stubCall(reviewLock, () => ({
      kind: 'reply',
      reply: { now: new Date().toISOString(), locksAt, closesAt: locksAt, reopened: 0, lateTips: 2 },
    }))
    await send(id, snapshot(1, [0, 1, 2, 3], { sessionStartedAt: startedAt }))
    await send(id, finishedSnapshot(plates, 2))
    expect((await readFinalOrder(id)).body).toMatchObject({
      startedAt,
      lateTips: 2,
      notes: [expect.stringMatching(/^It started at .*; 2 tips came in after that\.$/)],
    })
  })

  test('publishes the final order once if race control chose that, with its actor', async () => {
    const { id, snapshot, plates, carIds, cars, ...race } = await createRaceWithCars()
    const { weekend: _, platesInOrder: __, ...state } = race
    control.setWeekendsReplies({ ...state, id }, id, cars)
    await send(id, snapshot(1))
    await enablePublishing(id)
    await send(id, finishedSnapshot(plates.toReversed(), 2))
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    const revisions = await control.revisionsOf(id)
    expect(revisions).toMatchObject([{ revision: 1, status: 'provisional' }])
    expect(revisions[0]?.classification.map(({ carId }: { carId: number }) => carId)).toEqual(carIds.toReversed())
    expect(await control.auditOf(id)).toMatchObject([
      { action: 'result.published', actor_id: 'live-timing', actor_username: 'Live timing' },
    ])
  })

  test('publishes the final order once weekends is available again', async () => {
    const { id, snapshot, plates, cars, ...race } = await createRaceWithCars()
    const { weekend: _, carIds: __, platesInOrder: ___, ...state } = race
    const requested = `/internal/weekends/${state.weekendId}/state`
    control.calls.when('weekends', 'GET', requested, () => Promise.reject(new Error('is away')))
    await send(id, snapshot(1))
    await enablePublishing(id)
    await send(id, finishedSnapshot(plates, 2))
    const before = control.callsOf('weekends', requested).length
    await expect.poll(() => control.callsOf('weekends', requested).length).toBeGreaterThan(before)
    expect(await control.revisionsOf(id)).toEqual([])
    control.setWeekendsReplies({ ...state, id }, id, cars)
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    expect(await control.revisionsOf(id)).toMatchObject([{ revision: 1, status: 'provisional' }])
  })

  test('publishes no order of a source that has sent nothing yet', async () => {
    const { id, snapshot, plates, cars, ...race } = await createRaceWithCars()
    const { weekend: _, carIds: __, platesInOrder: ___, ...state } = race
    control.setWeekendsReplies({ ...state, id }, id, cars)
    const sessions = timingSessionRepository(control.database)
    await send(id, snapshot(1))
    await send(id, finishedSnapshot(plates, 2))
    await sessions.nextGeneration(id)
    await enablePublishing(id)
    expect((await sessions.findPublishable()).map(({ raceId }) => raceId)).not.toContain(id)
    await send(id, finishedSnapshot(plates.toReversed(), 1))
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
  })

  test('leaves the final order to race control if the winner is not entered', async () => {
    const { id, snapshot, plates, cars, ...race } = await createRaceWithCars()
    const { weekend: _, carIds: __, platesInOrder: ___, ...state } = race
    control.setWeekendsReplies({ ...state, id }, id, cars)
    await send(id, snapshot(1))
    await enablePublishing(id)
    await send(id, finishedSnapshot(['999', ...plates], 2))
    await expect
      .poll(() => control.database('timing_sessions').where({ race_id: id }).first('published_generation'))
      .toEqual({ published_generation: 1 })
    expect(await control.revisionsOf(id)).toEqual([])
  })
})

test('continues bests, places and history on any replica', async () => {
  const { id, plates } = await createRaceWithCars()
  const { cache } = control.platform
  const replica = await createServiceTest(admin, { on: control.testDatabase, platform: () => ({ cache }) })
  try {
    const lap = (sequence: number, ms: number) =>
      aSnapshot([anEntry({ carNumber: plates[0] ?? '', position: 1, laps: sequence, lastLapMs: ms })], { sequence })
    const replicas = [control.admin, replica.admin, control.admin, replica.admin]
    for (const [index, replica] of replicas.entries()) await send(id, lap(index + 1, 80_000 + index), replica)
    expect((await send(id, lap(3, 1_000))).body).toEqual({ raceId: id, accepted: false, sequence: 4 })
    expect((await read(id)).body.entries).toMatchObject([{ bestLapMs: 80_000, lastLapMs: 80_003, isFastest: true }])
    expect((await historyOf(id)).body.cars[0]?.laps.map((each) => each.lap)).toEqual([1, 2, 3, 4])
  } finally {
    await replica.close()
  }
})

test('stores a race control message once, whichever replicas receive it', async () => {
  const { id, snapshot } = await createRaceWithCars()
  const { cache } = control.platform
  const replica = await createServiceTest(admin, { on: control.testDatabase, platform: () => ({ cache }) })
  try {
    await send(id, snapshot(1))
    for (let sequence = 2; sequence <= 20; sequence += 2) {
      const flag = sequence % 4 === 0 ? 'green' : 'red'
      await Promise.all([
        send(id, snapshot(sequence, [0, 1, 2, 3], { flag })),
        send(id, snapshot(sequence + 1, [0, 1, 2, 3], { flag }), replica.admin),
      ])
    }
    const flags = (await historyOf(id)).body.control.map(({ flag }) => flag)
    expect(flags).toEqual(Array.from({ length: 11 }, (_, index) => (index % 2 ? 'red' : 'green')))
  } finally {
    await replica.close()
  }
})

test('does not overwrite newer timing from a replica that lags', async () => {
  const { id, snapshot, plates } = await createRaceWithCars()
  const readSaved = () => control.database('timing_sessions').where({ race_id: id }).first('latest', 'ended_at')
  await send(id, snapshot(2))
  const { latest: older } = (await readSaved()) ?? {}
  await send(id, finishedSnapshot(plates, 3))
  await timingSessionRepository(control.database).save(older, older.timing)
  expect(await readSaved()).toMatchObject({ latest: { timing: { sequence: 3 } }, ended_at: expect.any(Date) })
})

test('ends a session after ten silent minutes, and continues it with the next snapshot', async () => {
  const { id, snapshot } = await createRaceWithCars()
  await send(id, snapshot(1))
  const session = () => control.database('timing_sessions').where({ race_id: id })
  await session().update({ last_snapshot_at: new Date(Date.now() - 11 * 60_000) })
  await expect.poll(() => session().first('is_running')).toEqual({ is_running: false })
  await send(id, snapshot(2))
  expect(await session().first('is_running')).toEqual({ is_running: true })
  expect((await statusNow()).raceId).toBe(id)
})

test('continues after a restart with an empty cache', async () => {
  const { id, snapshot, plates } = await createRaceWithCars()
  const lap = (sequence: number, ms: number) =>
    aSnapshot([anEntry({ carNumber: plates[0] ?? '', position: 1, laps: sequence, lastLapMs: ms })], { sequence })
  await send(id, lap(1, 80_000))
  await send(id, snapshot(2))
  const readSaved = () => control.database('timing_sessions').where({ race_id: id }).first('latest')
  await expect.poll(async () => (await readSaved())?.latest.timing.sequence).toBe(2)
  const next = await createServiceTest(admin, { on: control.testDatabase, isStarted: false })
  try {
    await next.start()
    const reply = await next.fan<Timing>('GET', pathOf(id))
    expect(reply.body.sequence).toBe(2)
    const sendToNext = (sequence: number) =>
      next.admin<SnapshotReply>('POST', `${pathOf(id)}/snapshots`, lap(sequence, 90_000))
    expect((await sendToNext(2)).body).toEqual({ raceId: id, accepted: false, sequence: 2 })
    expect((await sendToNext(3)).body.accepted).toBe(true)
    const { body } = await next.fan<Timing>('GET', pathOf(id))
    expect(body.entries).toMatchObject([{ bestLapMs: 80_000, lastLap: 'yellow', isFastest: true }])
    expect(body.startedAt).toBe(reply.body.startedAt)
  } finally {
    await next.close()
  }
})
