import { timingStarted } from '@purple-sector/contracts/admin/events'
import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { Snapshot, SnapshotReply } from '@purple-sector/contracts/admin/live-timing'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'
import { anEntry, aSnapshot } from '../../test/snapshots.ts'

/* Transactions of snapshots and results that really wait for each other, in either order. */

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control?.close())

const send = (raceId: number, snapshot: Snapshot) =>
  control.admin<SnapshotReply & ErrorBody>('POST', `/api/live-timing/races/${raceId}/snapshots`, snapshot)
const waitForLockWaiters = (count: number) =>
  expect.poll(async () => (await lockWaiters(control.database)).length).toBe(count)

/** Waits until a statement with this text waits: background tasks wait for other locks, if only for a moment. */
const waitForBlocked = (fragment: string) =>
  expect.poll(async () => (await lockWaiters(control.database, fragment)).length).toBeGreaterThan(0)

/** Runs `statement` in a transaction that keeps its locks until `release`. */
const block = async (statement: string, ...bindings: string[]) => {
  const sql = await control.database.transaction()
  await sql.raw(statement, bindings)
  return { release: () => sql.commit() }
}
/** Stops transactions that append an event of the weekend, which hold the row of their race by then. */
const blockEvents = (weekendId: number) => block('select outbox_lock_keys(array[?::text])', `weekend/${weekendId}`)
/** Stops transactions that publish the state of live timing. */
const blockStatus = () => block('select from live_timing for update')

const createRace = async (overrides: { weekendId?: number } = {}) => {
  const { id, weekendId, cars, carIds } = await control.race(overrides)
  const plates = cars.map(({ plate }) => plate)
  return {
    id,
    weekendId,
    snapshot: (sequence: number) => aSnapshot(plates, { sequence, lap: sequence }),
    finished: (sequence: number) =>
      aSnapshot(
        plates.map((plate, index) =>
          anEntry({ carNumber: plate, position: index + 1, laps: sequence, status: 'finished' }),
        ),
        { sequence, lap: sequence, flag: 'chequered' },
      ),
    publish: () => control.putResult(id, official(...carIds)),
    session: () => control.database('timing_sessions').where({ race_id: id }).first('is_running', 'started_at'),
  }
}
type TestRace = Awaited<ReturnType<typeof createRace>>

/** Has a session of the race that fell silent: the next snapshot would begin it again. */
const fallSilent = async ({ id, snapshot }: TestRace) => {
  await send(id, snapshot(1))
  const silentSince = new Date(Date.now() - 11 * 60_000)
  await control.database('timing_sessions').where({ race_id: id }).update({ last_snapshot_at: silentSince })
  await expect
    .poll(() => control.database('timing_sessions').where({ race_id: id }).first('is_running'))
    .toEqual({ is_running: false })
}

const startsOf = (raceId: number) =>
  control.probe.seen(timingStarted).filter(({ data }) => data.raceId === raceId).length
const outcomesOf = (raceId: number) =>
  control
    .finalizationsOf(raceId)
    .map(({ isStored }) => isStored)
    .toSorted()

/** Sends another snapshot and asserts that nothing of the session begins: it is rejected before tipping is asked. */
const expectOver = async ({ id, snapshot, session }: TestRace) => {
  const [before, closings, starts] = [await session(), control.closeRequestsOf(id).length, startsOf(id)]
  expect(await send(id, snapshot(100))).toMatchObject({ status: 409, body: { code: 'RACE_OVER' } })
  expect(await session()).toEqual(before)
  expect(before?.is_running ?? false).toBe(false)
  expect(control.closeRequestsOf(id)).toHaveLength(closings)
  expect(startsOf(id)).toBe(starts)
  const { body } = await control.fan<LiveTimingStatus>('GET', '/api/live-timing/status')
  expect(body.raceId).not.toBe(id)
}

describe('a first snapshot', () => {
  test('is rejected if the transaction of a result comes first, and begins nothing', async () => {
    const race = await createRace()
    const blocker = await blockEvents(race.weekendId)
    const publishing = race.publish()
    await waitForLockWaiters(1)
    const sending = send(race.id, race.snapshot(1))
    await waitForLockWaiters(2)
    await blocker.release()
    expect((await publishing).body).toMatchObject({ revision: 1 })
    expect(await sending).toMatchObject({ status: 409, body: { code: 'RACE_OVER' } })
    expect(await race.session()).toBeUndefined()
    expect(startsOf(race.id)).toBe(0)
    await expect.poll(() => outcomesOf(race.id)).toEqual([false, true])
    await expectOver(race)
  })

  test('begins the session before a result that comes second, which ends it', async () => {
    const race = await createRace()
    const blocker = await blockEvents(race.weekendId)
    const sending = send(race.id, race.snapshot(1))
    await waitForLockWaiters(1)
    const publishing = race.publish()
    await waitForLockWaiters(2)
    await blocker.release()
    expect((await sending).body.accepted).toBe(true)
    expect((await publishing).body).toMatchObject({ revision: 1 })
    await control.probe.next(timingStarted, ({ raceId }) => raceId === race.id)
    await expect.poll(() => outcomesOf(race.id)).toEqual([true, true])
    expect(await race.session()).toMatchObject({ is_running: false, started_at: expect.any(Date) })
    await expectOver(race)
  })

  test('of one race and a first result of another race of the weekend do not wait for each other', async () => {
    const race = await createRace()
    const other = await createRace({ weekendId: race.weekendId })
    await send(other.id, other.snapshot(1))
    const blocker = await blockStatus()
    const publishing = other.publish()
    await waitForBlocked('live_timing')
    const sending = send(race.id, race.snapshot(1))
    await waitForLockWaiters(2)
    await blocker.release()
    expect((await publishing).status).toBe(200)
    expect((await sending).body.accepted).toBe(true)
    await expectOver(other)
  })
})

describe('a snapshot after a silence', () => {
  test('is rejected if the transaction of a result comes first', async () => {
    const race = await createRace()
    await fallSilent(race)
    const blocker = await blockEvents(race.weekendId)
    const publishing = race.publish()
    await waitForLockWaiters(1)
    const sending = send(race.id, race.snapshot(2))
    await waitForLockWaiters(2)
    await blocker.release()
    expect((await publishing).status).toBe(200)
    expect(await sending).toMatchObject({ status: 409, body: { code: 'RACE_OVER' } })
    expect(startsOf(race.id)).toBe(1)
    await expectOver(race)
  })

  test('is accepted before a result that comes second, which ends the session', async () => {
    const race = await createRace()
    await fallSilent(race)
    const blocker = await blockStatus()
    const sending = send(race.id, race.snapshot(2))
    await waitForBlocked('live_timing')
    const publishing = race.publish()
    await waitForLockWaiters(2)
    await blocker.release()
    expect((await sending).body.accepted).toBe(true)
    expect((await publishing).status).toBe(200)
    expect(startsOf(race.id)).toBe(1)
    await expectOver(race)
  })
})

test('a snapshot of a running session that is stored after the result does not begin the session again', async () => {
  const race = await createRace()
  await send(race.id, race.snapshot(1))
  const blocker = await block('lock table timing_laps in exclusive mode')
  const sending = send(race.id, race.finished(2))
  await waitForBlocked('timing_laps')
  expect((await race.publish()).status).toBe(200)
  expect(await race.session()).toMatchObject({ is_running: false })
  await blocker.release()
  expect((await sending).body.accepted).toBe(true)
  const saved = await control.database('timing_sessions').where({ race_id: race.id }).first('latest')
  expect(saved?.latest.timing.sequence).toBe(2)
  await expectOver(race)
})
