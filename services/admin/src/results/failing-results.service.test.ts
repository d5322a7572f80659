import { resultPublished } from '@purple-sector/contracts/admin/events'
import { settleSessionBody } from '@purple-sector/contracts/tipping/http'
import { type Database, openDatabase, type Transaction } from '@purple-sector/database'
import { startProxy } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { official, type RaceControlUnderTest, startRaceControl } from '../race-control-under-test.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let database: Database
let control: RaceControlUnderTest
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

const hints = (raceId: number) => control.callsOf('tipping', `/internal/sessions/${raceId}/settle`)
const stored = { status: 200, body: { isStored: true } }
const notStored = { status: 200, body: { isStored: false } }

describe('a first result that is not stored', () => {
  test('is told to tipping, which hears that none is stored once the database is back', async () => {
    const { id, carIds } = await control.race()
    let attempt = ''
    control.tippingCloses(id, async (made) => {
      attempt = made
      await proxy.cut()
    })
    expect((await control.publish(id, official(...carIds))).status).toBe(503)
    expect(hints(id)).toMatchObject([{ body: { attempt } }])
    expect((await control.settle(id, attempt)).status).toBe(503)
    await proxy.restore()
    await expect.poll(() => control.settle(id, attempt)).toEqual(notStored)
    expect(await control.revisionsOf(id)).toEqual([])
    control.tippingCloses(id)
    expect((await control.publish(id, official(...carIds))).body).toMatchObject({ revision: 1 })
  })

  test('comes too late once tipping has asked for it, and can be published again', async () => {
    const { id, carIds } = await control.race()
    control.tippingCloses(id, (attempt) => control.settle(id, attempt))
    const reply = await control.publish(id, official(...carIds))
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    expect(await control.revisionsOf(id)).toEqual([])
    expect(await control.auditOf(id)).toEqual([])
    control.tippingCloses(id)
    expect((await control.publish(id, official(...carIds))).body).toMatchObject({ revision: 1 })
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    expect(control.probe.seen(resultPublished).filter(({ data }) => data.raceId === id)).toHaveLength(1)
  })
})

describe('a first result that is stored', () => {
  test('is known to be, though its own answer was lost', async () => {
    const { id, carIds } = await control.race()
    const lost = proxy.loseAnswer('COMMIT', { after: 'result_revisions' })
    const reply = await control.publish(id, official(...carIds))
    await lost
    expect(reply.status).toBe(503)
    const { attempt } = settleSessionBody.parse(hints(id)[0]?.body)
    await expect.poll(() => control.settle(id, attempt)).toEqual(stored)
    await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    expect(await control.revisionsOf(id)).toHaveLength(1)
  })

  test('is waited for while it is on its way', async () => {
    const { id, weekendId, carIds } = await control.race()
    let attempt = ''
    control.tippingCloses(id, async (made) => {
      attempt = made
    })
    // It stops just before it commits: the events of its weekend are held by somebody else.
    const holder: Transaction = await control.database.transaction()
    await holder.raw('select outbox_lock_keys(array[?::text])', [`weekend/${weekendId}`])
    const publishing = control.publish(id, official(...carIds))
    const waiting = async () => {
      const { rows } = await control.database.raw<{ rows: unknown[] }>(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
    const asking = control.settle(id, attempt)
    await expect.poll(waiting).toBe(2)
    await holder.commit()
    expect((await publishing).body).toMatchObject({ revision: 1 })
    expect(await asking).toEqual(stored)
  })

  test('is asked for by services alone', async () => {
    const { id } = await control.race({ cars: 0 })
    const url = `/internal/races/${id}/attempts/settle`
    expect((await control.admin('POST', url, { attempts: [crypto.randomUUID()] })).status).toBe(401)
  })
})
