import { resultPublished } from '@purple-sector/contracts/admin/events'
import { previewSchema } from '@purple-sector/contracts/admin/http'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aCar, aRace } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { finished, type RaceControlUnderTest, startRaceControl } from '../race-control-under-test.ts'

let control: RaceControlUnderTest
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control.close())

const urlOf = (raceId: number) => `/api/admin/races/${raceId}/results`
const put = (raceId: number, body: object) => control.admin('PUT', urlOf(raceId), body)
const official = (...carIds: number[]) => ({ status: 'official', classification: finished(...carIds) })
const rowsOf = (raceId: number) => control.database('result_revisions').where({ race_id: raceId }).orderBy('revision')
const auditOf = (raceId: number) =>
  control
    .database('audit_entries')
    .where({ subject_id: String(raceId) })
    .orderBy('id')

describe('publishing a result', () => {
  it('answers with the whole result, its rows as they were sent, each with its place and car', async () => {
    const { id, weekendId, cars, carIds } = await control.race()
    const [a = 0, b = 0, c = 0, d = 0] = carIds
    const classification = [
      { position: 3, carId: c, status: 'classified', laps: 20, bestLapMs: 80_298, gapMs: 1_500, averageSpeed: 171.5 },
      { position: 1, carId: a, status: 'dsq' },
      { position: 2, carId: b, status: 'classified' },
      { position: 9, carId: d, status: 'dnf', laps: 3 },
    ]
    const reply = await put(id, { status: 'provisional', reason: ' wet race ', classification })
    expect(reply.status).toBe(200)
    const places = [2, null, 1, null]
    expect(reply.body).toEqual({
      raceId: id,
      revision: 1,
      status: 'provisional',
      reason: 'wet race',
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      classification: classification.map((row, index) => {
        const car = cars.find((each) => each.id === row.carId)
        return { ...row, place: places[index], car: { number: car?.number, driver: car?.driver, team: car?.team } }
      }),
    })
    expect((await control.fan('GET', `/api/races/${id}/results`)).body).toEqual(reply.body)
    const { data, key } = await control.probe.next(resultPublished, (result) => result.raceId === id)
    expect(key).toBe(`weekend/${weekendId}`)
    expect(data).toEqual({
      raceId: id,
      weekendId,
      revision: 1,
      status: 'provisional',
      reason: 'wet race',
      publishedAt: reply.body.publishedAt,
      firstPublishedAt: reply.body.publishedAt,
      classification: classification.map((row, index) => ({ ...row, place: places[index] })),
      deleted: false,
    })
  })

  it('again answers the current revision and writes nothing at all', async () => {
    const { id, carIds } = await control.race()
    const first = await put(id, official(...carIds))
    const again = await put(id, { ...official(...carIds), reason: '' })
    const shuffled = await put(id, { status: 'official', classification: finished(...carIds).reverse() })
    expect([again.body, shuffled.body]).toEqual([first.body, first.body])
    expect(await rowsOf(id)).toHaveLength(1)
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('corrects, changes the status, withdraws and publishes again, revision by revision', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0] = carIds
    const steps = [
      official(a, b),
      { ...official(b, a), status: 'amended', reason: 'penalty' },
      { ...official(b, a), status: 'official' },
      { status: 'cancelled', reason: 'abandoned', classification: [] },
      { ...official(a), status: 'provisional' },
    ]
    const first = await put(id, steps[0] ?? {})
    for (const [index, step] of steps.entries())
      expect((await put(id, step)).body).toMatchObject({ revision: index + 1, status: step.status })
    const events = await Promise.all(
      steps.map(() => control.probe.next(resultPublished, (result) => result.raceId === id)),
    )
    expect(events.map(({ data }) => data.revision)).toEqual([1, 2, 3, 4, 5])
    expect(new Set(events.map(({ data }) => data.firstPublishedAt))).toEqual(new Set([first.body.publishedAt]))
    expect((await control.fan('GET', `/api/races/${id}/results`)).body).toMatchObject({ revision: 5, reason: null })
  })

  it('made from a revision that is not the current one is refused, and writes nothing', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0, c = 0] = carIds
    const first = await put(id, { ...official(a, b), baseRevision: 0 })
    expect(first.body).toMatchObject({ revision: 1 })
    const late = await put(id, { ...official(b, a), baseRevision: 0 })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'RESULT_CHANGED', message: 'Revision 1 was published meanwhile.' })
    const again = await put(id, { ...official(a, b), baseRevision: 0 })
    expect(again.body).toEqual(first.body)

    const rivals = [official(b, a), official(c, a), official(a, c)].map((body) => put(id, { ...body, baseRevision: 1 }))
    const statuses = (await Promise.all(rivals)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409])
    expect(await rowsOf(id)).toHaveLength(2)
  })

  it('keeps laps to a tenth of a millisecond', async () => {
    const { id, carIds } = await control.race()
    const row = { position: 1, carId: carIds[0], status: 'classified', bestLapMs: 80_298.3 }
    const reply = await put(id, { status: 'official', classification: [row] })
    expect(reply.body.classification).toMatchObject([{ bestLapMs: 80_298.3 }])
    expect((await put(id, { status: 'official', classification: [{ ...row, bestLapMs: 80_298.34 }] })).status).toBe(400)
  })

  it('may begin with a withdrawal', async () => {
    const { id } = await control.race()
    const reply = await put(id, { status: 'cancelled', classification: [] })
    expect(reply.body).toMatchObject({ revision: 1, status: 'cancelled', classification: [] })
  })

  it('takes cars that were withdrawn or are out', async () => {
    const { id, cars } = await control.race()
    const [a, b] = cars
    if (!a || !b) throw new Error('no cars')
    await control.announce(carChanged, { ...a, withdrawn: true })
    await control.announce(carChanged, { ...b, status: 'crashed' as const, driver: 'Somebody Else' })
    await expect
      .poll(async () => (await control.database('cars').where({ id: b.id }).first()).driver)
      .toBe('Somebody Else')
    const reply = await put(id, official(a.id, b.id))
    expect(reply.body.classification).toMatchObject([{ place: 1 }, { place: 2, car: { driver: 'Somebody Else' } }])
  })

  it('numbers what arrives at the same time one after another', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0, c = 0] = carIds
    const orders = [official(a, b, c), official(b, a, c), official(c, a, b), official(b, c, a), official(a, c, b)]
    const replies = await Promise.all(orders.map((order) => put(id, order)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(replies.map(({ body }) => body.revision).sort()).toEqual([1, 2, 3, 4, 5])
    const published = () => control.probe.seen(resultPublished).filter(({ data }) => data.raceId === id)
    await expect.poll(() => published().map(({ data }) => data.revision)).toEqual([1, 2, 3, 4, 5])
  })

  it('sent twice at the same time is one revision', async () => {
    const { id, carIds } = await control.race()
    const replies = await Promise.all(Array.from({ length: 6 }, () => put(id, official(...carIds))))
    expect(new Set(replies.map(({ body }) => body.revision))).toEqual(new Set([1]))
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('is audited in the same transaction', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0] = carIds
    await put(id, official(a, b))
    await put(id, { status: 'cancelled', classification: [] })
    const { body } = await control.admin('GET', '/api/admin/audit?limit=2')
    const [withdrawn, published] = body
    expect(published).toMatchObject({
      actor: { id: control.chief.userId, username: 'chief' },
      action: 'result.published',
      subject: { type: 'race', id: String(id) },
      before: null,
      after: {
        revision: 1,
        status: 'official',
        classification: [
          { carId: a, place: 1 },
          { carId: b, place: 2 },
        ],
      },
    })
    expect(withdrawn).toMatchObject({
      action: 'result.withdrawn',
      before: { revision: 1 },
      after: { revision: 2, status: 'cancelled', classification: [] },
    })
  })
})

describe('closing the session', () => {
  it('is asked of tipping before the first result is written, and not for corrections', async () => {
    const { id, weekendId, carIds } = await control.race()
    const path = `/internal/sessions/${id}/close`
    let written: unknown[] | undefined
    control.calls.when('tipping', 'POST', path, async () => {
      written = await rowsOf(id)
      return { status: 200, body: { raceId: id, locksAt: new Date().toISOString() } }
    })
    await put(id, official(...carIds))
    expect(written).toEqual([])
    expect(control.callsOf('tipping', path)).toMatchObject([{ method: 'POST', body: { weekendId }, timeoutMs: 300 }])
    await put(id, official(...carIds.toReversed()))
    expect(control.callsOf('tipping', path)).toHaveLength(1)
  })

  it('does not hold the result up when tipping is away', async () => {
    const { id, carIds } = await control.race()
    control.calls.when('tipping', 'POST', `/internal/sessions/${id}/close`, () => {
      throw new Error('does not answer in time')
    })
    expect((await put(id, official(...carIds))).status).toBe(200)
    const other = await control.race()
    control.calls.when('tipping', 'POST', `/internal/sessions/${other.id}/close`, { status: 500, body: {} })
    expect((await put(other.id, official(...other.carIds))).status).toBe(200)
  })
})

describe('what is wrong with a result', () => {
  it.each([
    ['status', { status: 'final', classification: [] }],
    ['classification', { status: 'official' }],
    ['classification', { status: 'official', classification: [] }],
    ['classification', { status: 'cancelled', classification: finished(1) }],
    ['reason', { status: 'official', reason: 'x'.repeat(501), classification: finished(1) }],
    ['classification.0.position', { status: 'official', classification: [{ position: 0, carId: 1, status: 'dnf' }] }],
    ['classification.0.carId', { status: 'official', classification: [{ position: 1, carId: 'a', status: 'dnf' }] }],
    ['classification.1.carId', { status: 'official', classification: finished(1, 1) }],
    [
      'classification.1.position',
      { status: 'official', classification: [...finished(1), { position: 1, carId: 2, status: 'dnf' }] },
    ],
    ['classification.0.laps', { status: 'official', classification: [{ ...finished(1)[0], laps: -1 }] }],
  ])('is named by its field: %s', async (path, body) => {
    const { id } = await control.race({ cars: 0 })
    for (const reply of [await put(id, body), await control.admin('POST', `${urlOf(id)}?preview=true`, body)]) {
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path }] })
    }
    expect(await rowsOf(id)).toEqual([])
  })

  it('may be a car of another category, another weekend, or no car at all', async () => {
    const race = await control.race({ cars: 1 })
    const other = await control.race({ weekendId: race.weekendId, category: 'Dunlop Super2 Series', cars: 1 })
    const elsewhere = await control.race({ cars: 1 })
    control.weekendsKnows(race, race.id, race.cars)
    const wrong = [...race.carIds, ...other.carIds, ...elsewhere.carIds, 987_654, 2_147_483_648]
    const reply = await put(race.id, official(...wrong))
    expect(reply.status).toBe(400)
    expect(reply.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'classification.1.carId',
      'classification.2.carId',
      'classification.3.carId',
      'classification.4.carId',
    ])
  })

  it('is found out in the order of the contract: who, which role, what', async () => {
    const { id } = await control.race({ cars: 0 })
    for (const [method, url] of [
      ['PUT', urlOf(id)],
      ['POST', `${urlOf(id)}?preview=true`],
      ['GET', '/api/admin/audit'],
    ] as const) {
      const body = method === 'GET' ? undefined : { status: 'nonsense' }
      expect((await control.visitor(method, url, body)).status).toBe(401)
      expect((await control.fan(method, url, body)).status).toBe(403)
    }
    expect((await control.visitor('GET', `/api/races/${id}/results`)).status).toBe(401)
    expect((await put(2_147_483_648, { status: 'nonsense' })).status).toBe(400)
    expect((await put(2_147_483_648, official(1))).status).toBe(404)
    expect((await control.admin('PUT', urlOf(0), official(1))).status).toBe(400)
    expect((await control.admin('POST', urlOf(id), official(1))).body).toMatchObject({ issues: [{ path: 'preview' }] })
  })
})

describe('what race control has not heard of yet', () => {
  it('is asked of weekends once: a session and its cars', async () => {
    const race = aRace({ weekendId: 70_001 })
    const cars = [aCar({ weekendId: race.weekendId }), aCar({ weekendId: race.weekendId })]
    control.weekendsKnows(race, race.id, cars)
    control.tippingCloses(race.id)
    expect((await put(race.id, official(...cars.map(({ id }) => id)))).body).toMatchObject({ revision: 1 })
    await put(race.id, official(...cars.map(({ id }) => id)))
    expect(control.callsOf('weekends', `/internal/races/${race.id}`)).toHaveLength(1)
    expect(control.callsOf('weekends', `/internal/weekends/${race.weekendId}/state`)).toHaveLength(1)
  })

  it('is 404 when weekends does not know it either', async () => {
    control.weekendsKnows(undefined, 70_002)
    const reply = await put(70_002, official(1))
    expect([reply.status, reply.body.code]).toEqual([404, 'RACE_NOT_FOUND'])
    const read = await control.fan('GET', '/api/races/70002/results')
    expect([read.status, read.body.code]).toEqual([404, 'NO_RESULT'])
  })

  it('is 503 while weekends cannot be asked', async () => {
    control.calls.when('weekends', 'GET', '/internal/races/70003', { status: 500, body: {} })
    expect((await put(70_003, official(1))).status).toBe(503)
  })
})

describe('a preview', () => {
  const nothing = { scopes: 0, participantsChanged: 0, positionsMoved: 0, top: { before: [], after: [] }, movers: [] }
  const tippingPreviews = () =>
    control.calls.when(
      'tipping',
      'POST',
      '/internal/results/preview',
      ({ body }) => {
        const { raceId, revision } = body as { raceId: number; revision: number }
        return { status: 200, body: { raceId, revision, ...nothing } }
      },
      previewSchema,
    )

  it('is computed by tipping; closes nothing and writes nothing', async () => {
    tippingPreviews()
    const { id, weekendId, carIds } = await control.race()
    const [a = 0, b = 0] = carIds
    const classification = [
      { position: 1, carId: a, status: 'dsq' },
      ...finished(b).map((row) => ({ ...row, position: 2 })),
    ]
    const reply = await control.admin('POST', `${urlOf(id)}?preview=true`, { status: 'provisional', classification })
    expect([reply.status, reply.body]).toEqual([200, { raceId: id, revision: 1, ...nothing }])
    expect(control.callsOf('tipping', '/internal/results/preview').at(-1)?.body).toEqual({
      raceId: id,
      weekendId,
      revision: 1,
      status: 'provisional',
      places: [{ carId: b, place: 1 }],
    })
    expect(control.callsOf('tipping', `/internal/sessions/${id}/close`)).toEqual([])
    expect([await rowsOf(id), await auditOf(id)]).toEqual([[], []])
  })

  it('names the revision it would become', async () => {
    tippingPreviews()
    const { id, carIds } = await control.race()
    await put(id, official(...carIds))
    const preview = (body: object) => control.admin('POST', `${urlOf(id)}?preview=true`, body)
    expect((await preview(official(...carIds))).body.revision).toBe(1)
    expect((await preview(official(...carIds.toReversed()))).body.revision).toBe(2)
  })

  it('is 503 while tipping is away', async () => {
    const { id, carIds } = await control.race()
    for (const status of [404, 500]) {
      control.calls.when('tipping', 'POST', '/internal/results/preview', { status, body: {} })
      const reply = await control.admin('POST', `${urlOf(id)}?preview=true`, official(...carIds))
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    }
    control.calls.when('tipping', 'POST', '/internal/results/preview', () => {
      throw new Error('does not answer in time')
    })
    expect((await control.admin('POST', `${urlOf(id)}?preview=true`, official(...carIds))).status).toBe(503)
  })
})

describe('other services', () => {
  it('may ask whether a session has a result', async () => {
    const { id, carIds } = await control.race()
    const ask = () => control.callInternal(control.service, { method: 'GET', path: `/internal/races/${id}/result` })
    expect(await ask()).toEqual({ status: 200, body: { revision: null, status: null } })
    await put(id, official(...carIds))
    expect(await ask()).toEqual({ status: 200, body: { revision: 1, status: 'official' } })
    expect((await control.admin('GET', `/internal/races/${id}/result`)).status).toBe(401)
  })

  it('that start from nothing are told the current result of every session again', async () => {
    const { id, carIds } = await control.race()
    await put(id, official(...carIds))
    await put(id, { ...official(...carIds), status: 'amended' })
    await control.probe.next(resultPublished, (result) => result.raceId === id && result.revision === 2)
    const body = { consumer: 'tipping', requestId: 'tipping:7' }
    const reply = await control.callInternal(control.service, { method: 'POST', path: '/internal/republish', body })
    const { events } = reply.body as { events: number }
    const told = () => control.probe.seen(resultPublished).filter(({ republish }) => republish === 'tipping:7')
    await expect.poll(() => told().length).toBe(events)
    expect(told().filter(({ data }) => data.raceId === id)).toMatchObject([
      { data: { revision: 2, status: 'amended' }, sequence: 3 },
    ])
  })
})

describe('deletion', () => {
  it('of a weekend takes its results along, and nothing comes back to life', async () => {
    const { id, weekend, carIds, weekendId, ...race } = await control.race()
    await put(id, official(...carIds))
    await control.announce(weekendChanged, { ...weekend, deleted: true })
    await expect.poll(async () => (await control.fan('GET', `/api/races/${id}/results`)).status).toBe(404)
    control.weekendsKnows(aRace({ ...race, id, weekendId }), id)
    expect((await put(id, official(...carIds))).status).toBe(404)
    for (const table of ['races', 'cars', 'result_revisions'])
      expect(await control.database(table).where({ weekend_id: weekendId })).toEqual([])
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('of a session takes its withdrawn result along', async () => {
    const { id, weekend: _weekend, cars: _cars, carIds: _carIds, ...state } = await control.race()
    await put(id, { status: 'cancelled', classification: [] })
    await control.announce(raceChanged, { ...aRace({ weekendId: state.weekendId }), ...state, id, deleted: true })
    await expect.poll(async () => (await control.fan('GET', `/api/races/${id}/results`)).status).toBe(404)
    control.weekendsKnows(undefined, id)
    expect((await put(id, { status: 'cancelled', classification: [] })).status).toBe(404)
  })
})
