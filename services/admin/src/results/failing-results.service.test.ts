import { randomUUID } from 'node:crypto'
import { resultPublished } from '@purple-sector/contracts/admin/events'
import { finalizeRaceLock } from '@purple-sector/contracts/tipping/internal'
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
const outcomes = (raceId: number) => control.finalizations(raceId).map(({ isStored }) => isStored)
const isOld = (attempt: string) =>
  control
    .database('provisional_locks')
    .where({ id: attempt })
    .update({ started_at: control.database.raw("clock_timestamp() - interval '11 s'") })

describe('first result that is not stored', () => {
  test('is cancelled at tipping once the database is available, and its row removed', async () => {
    const { id, carIds } = await control.race()
    let attempt = ''
    control.tippingCloses(id, async (made) => {
      attempt = made
      await proxy.cut()
    })
    expect((await control.publish(id, official(...carIds))).status).toBe(503)
    expect(control.finalizations(id)).toEqual([])
    await isOld(attempt)
    await proxy.restore()
    await expect.poll(() => control.finalizations(id)).toEqual([{ attempts: [attempt], isStored: false }])
    await expect.poll(() => attemptsOf(id)).toEqual([])
    expect(await control.revisionsOf(id)).toEqual([])
    control.tippingCloses(id)
    expect((await control.publish(id, official(...carIds))).body).toMatchObject({ revision: 1 })
  })

  test('is refused after it was abandoned, and can be published again', async () => {
    const { id, carIds } = await control.race()
    control.tippingCloses(id, async (attempt) => {
      await isOld(attempt)
      await expect.poll(() => outcomes(id)).toEqual([false])
    })
    const reply = await control.publish(id, official(...carIds))
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    expect(await control.revisionsOf(id)).toEqual([])
    expect(await control.auditOf(id)).toEqual([])
    control.tippingCloses(id)
    expect((await control.publish(id, official(...carIds))).body).toMatchObject({ revision: 1 })
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    expect(control.probe.seen(resultPublished).filter(({ data }) => data.raceId === id)).toHaveLength(1)
  })

  test('is abandoned by the next process where its own died, and cancelled until tipping responds', async () => {
    const { id } = await control.race({ cars: 0 })
    let isAway = true
    control.calls.whenAsked(finalizeRaceLock, () => {
      if (isAway) throw new Error('tipping is away')
      return { kind: 'not-found' }
    })
    const attempt = randomUUID()
    await control.database('provisional_locks').insert({ id: attempt, race_id: id })
    await isOld(attempt)
    await expect.poll(() => outcomes(id).length).toBeGreaterThan(1)
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'abandoned' }])
    isAway = false
    await expect.poll(() => attemptsOf(id)).toEqual([])
    expect(new Set(outcomes(id))).toEqual(new Set([false]))
  })
})

describe('first result that is stored', () => {
  test('is confirmed although its own commit reply was lost', async () => {
    const { id, carIds } = await control.race()
    const lost = proxy.loseAnswer('COMMIT', { after: 'insert into "result_revisions"' })
    const reply = await control.publish(id, official(...carIds))
    await lost
    expect(reply.status).toBe(503)
    await expect.poll(() => outcomes(id)).toEqual([true])
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    expect(await control.revisionsOf(id)).toHaveLength(1)
  })

  test('is not abandoned while it is committing, however long that takes', async () => {
    const { id, weekendId, carIds } = await control.race()
    let attempt = ''
    control.tippingCloses(id, async (made) => {
      attempt = made
    })
    // It stops just before it commits, because another transaction locks the events of its weekend.
    const blocker: Transaction = await control.database.transaction()
    await blocker.raw('select outbox_lock_keys(array[?::text])', [`weekend/${weekendId}`])
    const publishing = control.publish(id, official(...carIds))
    await expect.poll(() => lockWaiters(control.database)).toHaveLength(1)
    await isOld(attempt)
      .timeout(1_000)
      .catch(() => {}) // its row is locked by the transaction that stores it
    expect(outcomes(id)).toEqual([])
    await blocker.commit()
    expect((await publishing).body).toMatchObject({ revision: 1 })
    await expect.poll(() => outcomes(id)).toEqual([true])
  })
})
