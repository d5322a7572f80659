import { randomUUID } from 'node:crypto'
import { resultPublished } from '@purple-sector/contracts/admin/events'
import { type Database, openDatabase, type Transaction } from '@purple-sector/database'
import { startProxy } from '@purple-sector/testing'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let database: Database
let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl(async (url) => {
    proxy = await startProxy(url)
    database = openDatabase({ url: proxy.url, schema: 'admin', acquireTimeoutMs: 30_000 })
    return database
  })
})
afterAll(async () => {
  await control.close()
  await database.destroy()
  await proxy.stop()
})

/** Attempts that are not confirmed or cancelled yet. */
const attemptsOf = (raceId: number) => control.database('provisional_locks').where({ race_id: raceId })
const storedOutcomes = (raceId: number) => control.finalizationsOf(raceId).map(({ isStored }) => isStored)
const expireAttempt = (attempt: string) =>
  control
    .database('provisional_locks')
    .where({ id: attempt })
    .update({ started_at: control.database.raw("clock_timestamp() - interval '11 s'") })

describe('first result that is not stored', () => {
  test('cancels a failed first result at tipping once the database is available, and removes its row', async () => {
    const { id, weekendId, carIds } = await control.race()
    let attempt = ''
    control.setCloseReply(id, async (startedAttempt) => {
      attempt = startedAttempt
      await proxy.cut()
    })
    expect((await control.putResult(id, official(...carIds))).status).toBe(503)
    expect(control.finalizationsOf(id)).toEqual([])
    await expireAttempt(attempt)
    await proxy.restore()
    await expect.poll(() => control.finalizationsOf(id)).toEqual([{ raceId: id, weekendId, attempt, isStored: false }])
    await expect.poll(() => attemptsOf(id)).toEqual([])
    expect(await control.revisionsOf(id)).toEqual([])
    control.setCloseReply(id)
    expect((await control.putResult(id, official(...carIds))).body).toMatchObject({ revision: 1 })
  })

  test('rejects an abandoned first result, and accepts it when it is published again', async () => {
    const { id, carIds } = await control.race()
    control.setCloseReply(id, async (attempt) => {
      await expireAttempt(attempt)
      await expect.poll(() => storedOutcomes(id)).toEqual([false])
    })
    const reply = await control.putResult(id, official(...carIds))
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    expect(await control.revisionsOf(id)).toEqual([])
    expect(await control.auditOf(id)).toEqual([])
    control.setCloseReply(id)
    expect((await control.putResult(id, official(...carIds))).body).toMatchObject({ revision: 1 })
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    expect(control.probe.seen(resultPublished).filter(({ data }) => data.raceId === id)).toHaveLength(1)
  })

  test('abandons the first result of a process that died, and publishes its cancellation once', async () => {
    const { id, weekendId } = await control.race({ cars: 0 })
    const attempt = randomUUID()
    await control.database('provisional_locks').insert({ id: attempt, race_id: id, weekend_id: weekendId })
    await expireAttempt(attempt)
    await expect.poll(() => control.finalizationsOf(id)).toEqual([{ raceId: id, weekendId, attempt, isStored: false }])
    expect(await attemptsOf(id)).toEqual([])
  })

  test('publishes one outcome for an attempt, though its storing and its cancellation run at the same time', async () => {
    const { id, carIds } = await control.race()
    control.setCloseReply(id, (attempt) => void expireAttempt(attempt))
    const { status } = await control.putResult(id, official(...carIds))
    await expect.poll(() => storedOutcomes(id)).toEqual([status === 200])
    expect(await control.revisionsOf(id)).toHaveLength(status === 200 ? 1 : 0)
    expect(await attemptsOf(id)).toEqual([])
  })
})

describe('first result that is stored', () => {
  test('confirms a stored first result whose commit reply was lost', async () => {
    const { id, carIds } = await control.race()
    const lostReply = proxy.loseReply('COMMIT', { after: 'insert into "result_revisions"' })
    const reply = await control.putResult(id, official(...carIds))
    await lostReply
    expect(reply.status).toBe(503)
    await expect.poll(() => storedOutcomes(id)).toEqual([true])
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    expect(await control.revisionsOf(id)).toHaveLength(1)
  })

  test('does not abandon a first result while it is committing', async () => {
    const { id, weekendId, carIds } = await control.race()
    let attempt = ''
    control.setCloseReply(id, async (startedAttempt) => {
      attempt = startedAttempt
    })
    // It stops just before it commits, because another transaction locks the events of its weekend.
    const blocker: Transaction = await control.database.transaction()
    await blocker.raw('select outbox_lock_keys(array[?::text])', [`weekend/${weekendId}`])
    const publishing = control.putResult(id, official(...carIds))
    await expect.poll(() => lockWaiters(control.database)).toHaveLength(1)
    await expireAttempt(attempt)
      .timeout(1_000)
      .catch(() => {}) // its row is locked by the transaction that stores it
    expect(storedOutcomes(id)).toEqual([])
    await blocker.commit()
    expect((await publishing).body).toMatchObject({ revision: 1 })
    await expect.poll(() => storedOutcomes(id)).toEqual([true])
  })
})
