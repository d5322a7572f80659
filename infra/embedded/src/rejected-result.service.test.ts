import { admin as adminService } from '@purple-sector/admin'
import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, openDatabase } from '@purple-sector/database'
import {
  type App,
  callsBy,
  inProcessCalls,
  type Platform,
  type Service,
  type ServiceCalls,
} from '@purple-sector/service-kit'
import { startProxy } from '@purple-sector/testing'
import { aCar, aFan, anAdmin, aRace, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import { createTestPlatform, type TestPlatform } from '@purple-sector/testing/platform'
import { tipping as tippingService } from '@purple-sector/tipping'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/* Real race control and tipping, each with its own Postgres; race control's connection can be cut at a given moment. */

const config = {
  closeTimeoutMs: 2_000,
  previewTimeoutMs: 2_000,
  sheetTimeoutMs: 2_000,
  allowPrivateWebhooks: false,
  allowPrivateTiming: false,
  timingKeys: [],
}

let tippingTest: TestPlatform
let adminTest: TestPlatform
let proxy: Awaited<ReturnType<typeof startProxy>>
let database: Database
let tipping: Service
let admin: Service
const apps = new Map<string, App>()
const chief = anAdmin()
const ann = aFan({ username: 'ann' })

/** Runs after tipping has closed a race and before race control gets the reply. */
let afterClosing: () => Promise<unknown> = async () => {}

/** Calls between the two services are real; all others are faked. */
const callsOf = (caller: string, { platform, calls }: TestPlatform): ServiceCalls => {
  const real = inProcessCalls({ caller, secret: platform.internalSecret, apps })
  return callsBy({
    async call(service, call) {
      const isReal = apps.has(service) && !call.path.startsWith('/internal/republish')
      const reply = await (isReal ? real : calls).call(service, call)
      if (call.path.endsWith('/close')) await afterClosing()
      return reply
    },
  })
}

beforeAll(async () => {
  tippingTest = await createTestPlatform({
    service: 'tipping',
    migrationsDirectory: tippingService.migrationsDirectory,
  })
  adminTest = await createTestPlatform({ service: 'admin', migrationsDirectory: adminService.migrationsDirectory })
  proxy = await startProxy(adminTest.test.url)
  database = openDatabase({ url: proxy.url, schema: 'admin', acquireTimeoutMs: 30_000 })
  // One bus carries the events of both services, and one gateway signs the identities of their callers.
  const { bus, platform } = tippingTest
  const calls = callsOf('admin', adminTest)
  const adminPlatform: Platform = {
    ...adminTest.platform,
    bus,
    verifyIdentity: platform.verifyIdentity,
    database,
    calls,
  }
  tipping = await tippingService.build(
    { ...tippingTest.platform, calls: callsOf('tipping', tippingTest) },
    { scoresInline: true },
  )
  admin = await adminService.build(adminPlatform, config)
  await tippingTest.start(tipping)
  await adminTest.start(admin)
  apps.set('tipping', tipping.app)
  apps.set('admin', admin.app)
})
afterEach(() => {
  afterClosing = async () => {}
})
afterAll(async () => {
  await adminTest?.close()
  await tippingTest?.close()
  await database?.destroy()
  await proxy?.stop()
})

const send = async (
  service: Service,
  caller: typeof chief,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
) => {
  const headers = await tippingTest.identityOf(caller)
  const reply = await service.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
  return { status: reply.statusCode, body: reply.payload === '' ? null : reply.json() }
}

/** Creates a race that both services know, open for three more hours. */
const createOpenRace = async () => {
  const weekend = aWeekend()
  const race = aRace({ weekendId: weekend.id, startTime: hoursFromNow(3) })
  const cars = [aCar({ weekendId: weekend.id }), aCar({ weekendId: weekend.id })]
  await tippingTest.publishEvent(weekendChanged, weekend)
  await tippingTest.publishEvent(raceChanged, race)
  for (const car of cars) await tippingTest.publishEvent(carChanged, car)
  const countCars = async (service: TestPlatform) =>
    (await service.platform.database('cars').where({ weekend_id: weekend.id })).length
  await expect.poll(() => countCars(tippingTest)).toBe(2)
  await expect.poll(() => countCars(adminTest)).toBe(2)
  const state = { sequence: 1, data: weekend }
  for (const platform of [tippingTest, adminTest])
    platform.calls.when('weekends', 'GET', `/internal/weekends/${weekend.id}/state`, {
      status: 200,
      body: {
        weekend: state,
        races: [{ sequence: 1, data: race }],
        cars: cars.map((data) => ({ sequence: 1, data })),
      },
    })
  const deadline = new Date(Date.parse(race.startTime ?? '') - 120_000).toISOString()
  const results = `/api/admin/races/${race.id}/results`
  const classification = cars.map(({ id }, index) => ({ carId: id, position: index + 1, status: 'classified' }))
  const lockTimes = () =>
    tippingTest.probe
      .seen(sessionLockChanged)
      .filter(({ data }) => data.raceId === race.id)
      .map(({ data }) => data.locksAt)
  return {
    race,
    deadline,
    publish: () => send(admin, chief, 'PUT', results, { status: 'official', classification }),
    snapshot: (sequence: number) =>
      send(admin, chief, 'POST', `/api/live-timing/races/${race.id}/snapshots`, {
        sequence,
        capturedAt: new Date().toISOString(),
        flag: 'green',
        lap: 1,
        entries: cars.map(({ plate }, index) => ({
          carNumber: plate,
          position: index + 1,
          laps: 1,
          status: 'running',
        })),
      }),
    hasResult: async () => (await send(admin, ann, 'GET', `/api/races/${race.id}/results`)).status === 200,
    tip: (car: 0 | 1) =>
      send(tipping, ann, 'POST', '/api/tips', {
        weekendId: weekend.id,
        category: race.category,
        carId: cars[car]?.id,
      }),
    points: async () =>
      (await send(tipping, ann, 'GET', `/api/weekends/${weekend.id}/leaderboard`)).body[0]?.totalPoints,
    /** Waits for the deadline events of the race: created, closed, reopened. */
    waitUntilReopened: () => expect.poll(lockTimes).toEqual([deadline, expect.any(String), deadline]),
    lockTimes,
    /** Waits until every attempt to write what closes the race is confirmed or cancelled; returns the race at tipping. */
    finalized: async () => {
      const { database: tips } = tippingTest.platform
      const attempts = (service: TestPlatform) => service.platform.database('provisional_locks')
      await expect.poll(async () => [await attempts(adminTest), await attempts(tippingTest)]).toEqual([[], []])
      const startedBy = async () => (await tips('races').where({ race_id: race.id }).first('started_by')).started_by
      await expect.poll(startedBy).toEqual([])
      return tips('races').where({ race_id: race.id }).first('locks_at', 'has_started')
    },
  }
}

describe('a first result when the database is lost between closing the race and storing the result', () => {
  test('is rejected, and the race reopens with its original deadline and counts new tips', async () => {
    const race = await createOpenRace()
    expect((await race.tip(0)).status).toBe(201)
    afterClosing = proxy.cut
    expect((await race.publish()).status).toBe(503)
    expect((await race.tip(1)).status).toBe(409)
    await proxy.restore()
    await race.waitUntilReopened()
    expect((await race.tip(1)).body).toMatchObject({ countsFrom: { deadline: race.deadline } })
    afterClosing = async () => {}
    await expect.poll(async () => (await race.publish()).status).toBe(200)
    await expect.poll(race.points).toBe(25)
    await expect.poll(() => race.lockTimes().at(-1)).not.toBe(race.deadline)
  })

  test('is stored when only the reply is lost: the race stays closed and is scored', async () => {
    const race = await createOpenRace()
    await race.tip(0)
    const replyLost = proxy.loseReply('COMMIT', { after: 'insert into "result_revisions"' })
    expect((await race.publish()).status).toBe(503)
    await replyLost
    await expect.poll(race.hasResult).toBe(true)
    await expect.poll(race.points).toBe(50)
    await expect.poll(() => tippingTest.platform.database('provisional_locks')).toEqual([])
    expect((await race.tip(1)).status).toBe(409)
    expect(race.lockTimes().filter((locksAt) => locksAt === race.deadline)).toHaveLength(1)
  })
})

describe('race control that crashes between closing a race and storing its first result', () => {
  test('leaves a race that reopens, and stores nothing when it resumes', async () => {
    const race = await createOpenRace()
    await race.tip(0)
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
    const { promise: closed, resolve: markClosed } = Promise.withResolvers<void>()
    afterClosing = () => {
      markClosed()
      return resumed
    }
    const publishing = race.publish()
    await closed
    expect((await race.tip(1)).status).toBe(409)
    await race.waitUntilReopened()
    expect((await race.tip(1)).status).toBe(200)
    resume()
    expect((await publishing).status).toBe(503)
    expect(await race.hasResult()).toBe(false)
    expect((await race.tip(0)).status).toBe(200)
  })
})

describe('a first snapshot and a first result that close a race at the same time', () => {
  test('close it once if the result is stored first: the snapshot begins nothing and reopens nothing', async () => {
    const race = await createOpenRace()
    let published: Awaited<ReturnType<typeof race.publish>> | undefined
    afterClosing = async () => {
      afterClosing = async () => {}
      published = await race.publish()
    }
    expect((await race.snapshot(1)).status).toBe(409)
    expect(published?.status).toBe(200)
    const { locks_at, has_started } = await race.finalized()
    expect(has_started).toBe(true)
    expect((await race.snapshot(2)).status).toBe(409)
    expect(race.lockTimes()).toEqual([race.deadline, locks_at.toISOString()])
    expect((await race.tip(0)).status).toBe(409)
    expect(await adminTest.platform.database('timing_sessions').where({ race_id: race.race.id })).toEqual([])
  })

  test('close it once if the snapshot is stored first: only the result marks the race as started', async () => {
    const race = await createOpenRace()
    let accepted: Awaited<ReturnType<typeof race.snapshot>> | undefined
    let startedBefore: unknown
    afterClosing = async () => {
      afterClosing = async () => {}
      accepted = await race.snapshot(1)
      startedBefore = await tippingTest.platform.database('races').where({ race_id: race.race.id }).first('has_started')
    }
    expect((await race.publish()).status).toBe(200)
    expect(accepted).toMatchObject({ status: 200, body: { accepted: true } })
    expect(startedBefore).toEqual({ has_started: false })
    const { locks_at, has_started } = await race.finalized()
    expect(has_started).toBe(true)
    expect((await race.snapshot(2)).status).toBe(409)
    expect(race.lockTimes()).toEqual([race.deadline, locks_at.toISOString()])
    const session = await adminTest.platform.database('timing_sessions').where({ race_id: race.race.id }).first()
    expect(session).toMatchObject({ is_running: false })
  })
})
