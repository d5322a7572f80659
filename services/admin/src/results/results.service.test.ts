import { resultPublished } from '@purple-sector/contracts/admin/events'
import type { Result, ResultRevision } from '@purple-sector/contracts/admin/http'
import type { ErrorBody } from '@purple-sector/contracts/common'
import { carChanged } from '@purple-sector/contracts/weekends/events'
import { applyResult } from '@purple-sector/contracts/weekends/internal'
import { anAdmin, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finished, official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

const nameOf = (car: { number: number; plate: string; driver: string; team: string } | undefined) =>
  car && { number: car.number, plate: car.plate, driver: car.driver, team: car.team }

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control.close())

describe('publishing a result', () => {
  test('returns the whole result, its rows as they were sent, each with place and car', async () => {
    const { id, weekendId, cars, carIds } = await control.race()
    const [a = 0, b = 0, c = 0, d = 0] = carIds
    const classification = [
      { position: 3, carId: c, status: 'classified', laps: 20, bestLapMs: 80_298, gapMs: 1_500, averageSpeed: 171.5 },
      { position: 1, carId: a, status: 'dsq' },
      { position: 2, carId: b, status: 'classified' },
      { position: null, carId: d, status: 'nc', laps: 3 },
    ]
    const reply = await control.putResult(id, { status: 'provisional', reason: ' wet race ', classification })
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
        return { ...row, place: places[index], car: nameOf(car) }
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
      classification: reply.body.classification,
      deleted: false,
    })
  })

  test('returns the current revision and writes nothing for an identical result', async () => {
    const { id, carIds } = await control.race()
    const first = await control.putResult(id, official(...carIds))
    const repeated = await control.putResult(id, { ...official(...carIds), reason: '' })
    const shuffled = await control.putResult(id, { status: 'official', classification: finished(...carIds).reverse() })
    expect([repeated.body, shuffled.body]).toEqual([first.body, first.body])
    expect(await control.revisionsOf(id)).toHaveLength(1)
    expect(await control.auditOf(id)).toHaveLength(1)
  })

  test('publishes a correction, a status, a withdrawal and a new result as revisions', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0] = carIds
    const steps = [
      official(a, b),
      { ...official(b, a), status: 'amended', reason: 'penalty' },
      { ...official(b, a), status: 'official' },
      { status: 'cancelled', reason: 'abandoned', classification: [] },
      { ...official(a), status: 'provisional' },
    ]
    const first = await control.putResult(id, steps[0] ?? {})
    for (const [index, step] of steps.entries())
      expect((await control.putResult(id, step)).body).toMatchObject({ revision: index + 1, status: step.status })
    const events = await Promise.all(
      steps.map(() => control.probe.next(resultPublished, (result) => result.raceId === id)),
    )
    expect(events.map(({ data }) => data.revision)).toEqual([1, 2, 3, 4, 5])
    expect(new Set(events.map(({ data }) => data.firstPublishedAt))).toEqual(new Set([first.body.publishedAt]))
    const { body, headers } = await control.fan('GET', `/api/races/${id}/results`)
    expect(body).toMatchObject({ revision: 5, reason: null })
    expect(headers['last-changed']).toBe(events.at(-1)?.data.publishedAt)
  })

  test('lists revisions with actor, time, reason and changed cars', async () => {
    const { id, carIds, cars } = await control.race()
    const [a = 0, b = 0, c = 0] = carIds
    const revisions = `${control.resultsOf(id)}/revisions`
    expect((await control.admin('GET', revisions)).body).toEqual([])
    const first = await control.putResult(id, { ...official(a, b, c), status: 'provisional' })
    const nameless = await control.as({ ...control.chief, userId: 'nameless', username: null })
    await nameless('PUT', control.resultsOf(id), { ...official(b, a, c), status: 'amended', reason: 'Time penalty' })
    await control.putResult(id, { status: 'cancelled', reason: 'Protest', classification: [] })
    const { status, body } = await control.admin<ResultRevision[]>('GET', revisions)
    expect(status).toBe(200)
    const changeOf = (carId: number, placeBefore: number | null, placeAfter: number | null) => ({
      carId,
      car: nameOf(cars.find((car) => car.id === carId)),
      before: placeBefore && { position: placeBefore, place: placeBefore, status: 'classified' },
      after: placeAfter && { position: placeAfter, place: placeAfter, status: 'classified' },
    })
    const actor = { id: control.chief.userId, username: control.chief.username }
    expect(body.map(({ publishedAt: _, ...revision }) => revision)).toEqual([
      {
        revision: 3,
        status: 'cancelled',
        reason: 'Protest',
        actor,
        changes: [changeOf(b, 1, null), changeOf(a, 2, null), changeOf(c, 3, null)],
      },
      {
        revision: 2,
        status: 'amended',
        reason: 'Time penalty',
        actor: { id: 'nameless', username: null },
        changes: [changeOf(b, 2, 1), changeOf(a, 1, 2)],
      },
      {
        revision: 1,
        status: 'provisional',
        reason: null,
        actor,
        changes: [changeOf(a, null, 1), changeOf(b, null, 2), changeOf(c, null, 3)],
      },
    ])
    expect(body[2]?.publishedAt).toBe(first.body.publishedAt)
    expect((await control.admin('GET', `${revisions}?limit=1&before=3`)).body).toEqual([body[1]])
    expect((await control.fan('GET', revisions)).status).toBe(403)
  })

  test('rejects a base revision that is not the current one, and writes nothing', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0, c = 0] = carIds
    const first = await control.putResult(id, { ...official(a, b), baseRevision: 0 })
    expect(first.body).toMatchObject({ revision: 1 })
    const lateReply = await control.putResult(id, { ...official(b, a), baseRevision: 0 })
    expect(lateReply.status).toBe(409)
    expect(lateReply.body).toMatchObject({
      code: 'RESULT_CHANGED',
      message: 'Revision 1 was published in the meantime.',
    })
    const repeated = await control.putResult(id, { ...official(a, b), baseRevision: 0 })
    expect(repeated.body).toEqual(first.body)

    const concurrentWrites = [official(b, a), official(c, a), official(a, c)].map((body) =>
      control.putResult(id, { ...body, baseRevision: 1 }),
    )
    const statuses = (await Promise.all(concurrentWrites)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409])
    expect(await control.revisionsOf(id)).toHaveLength(2)
  })

  test('stores laps to a tenth of a millisecond', async () => {
    const { id, carIds } = await control.race()
    const row = { position: 1, carId: carIds[0], status: 'classified', bestLapMs: 80_298.3 }
    const reply = await control.putResult(id, { status: 'official', classification: [row] })
    expect(reply.body.classification).toMatchObject([{ bestLapMs: 80_298.3 }])
    expect(
      (await control.putResult(id, { status: 'official', classification: [{ ...row, bestLapMs: 80_298.34 }] })).status,
    ).toBe(400)
  })

  test('accepts a withdrawal as the first revision', async () => {
    const { id } = await control.race()
    const reply = await control.putResult(id, { status: 'cancelled', classification: [] })
    expect(reply.body).toMatchObject({ revision: 1, status: 'cancelled', classification: [] })
  })

  test('accepts cars that were withdrawn or are out', async () => {
    const { id, cars } = await control.race()
    const [a, b] = cars
    if (!a || !b) throw new Error('no cars')
    await control.publishEvent(carChanged, { ...a, withdrawn: true })
    await control.publishEvent(carChanged, { ...b, status: 'crashed' as const, driver: 'Somebody Else' })
    await expect
      .poll(async () => (await control.database('cars').where({ id: b.id }).first()).driver)
      .toBe('Somebody Else')
    const reply = await control.putResult(id, official(a.id, b.id))
    expect(reply.body.classification).toMatchObject([{ place: 1 }, { place: 2, car: { driver: 'Somebody Else' } }])
  })

  test('keeps the published names when another driver takes over the car', async () => {
    const { id, cars } = await control.race({ cars: 3 })
    const [a, b, c] = cars
    if (!a || !b || !c) throw new Error('no cars')
    await control.putResult(id, official(a.id, b.id))
    for (const car of [a, b, c])
      await control.publishEvent(carChanged, { ...car, driver: 'Somebody Else', team: 'Other' })
    const swappedCars = () =>
      control.database('cars').where({ driver: 'Somebody Else' }).whereIn('id', [a.id, b.id, c.id])
    await expect.poll(async () => (await swappedCars()).length).toBe(3)
    const published = await control.fan<Result>('GET', `/api/races/${id}/results`)
    expect(published.body.classification.map(({ car }) => car)).toEqual([nameOf(a), nameOf(b)])
    await control.putResult(id, { status: 'cancelled', classification: [] })
    const corrected = await control.putResult(id, official(b.id, a.id, c.id))
    const lateEntry = { ...nameOf(c), driver: 'Somebody Else', team: 'Other' }
    expect(corrected.body.classification.map(({ car }) => car)).toEqual([nameOf(b), nameOf(a), lateEntry])
  })

  test('rejects a result that starts after the first three', async () => {
    const { id, carIds } = await control.race()
    const classification = finished(...carIds).map((row) => ({ ...row, position: row.position + 5 }))
    for (const reply of [
      await control.putResult(id, { status: 'official', classification }),
      await control.admin<ErrorBody>('POST', `${control.resultsOf(id)}?preview=true`, {
        status: 'official',
        classification,
      }),
    ])
      expect([reply.status, reply.body.code]).toEqual([400, 'INCOMPLETE_PODIUM'])
  })

  test('uses the name of a driver who was swapped a moment before, whose event is in flight', async () => {
    const { cars, carIds, weekend: _, ...race } = await control.race()
    const swappedCars = cars.map((car, nth) => (nth === 0 ? { ...car, driver: 'Ada Moss' } : car))
    control.setWeekendsReplies(race, race.id, swappedCars, 2)
    const { body } = await control.putResult(race.id, official(...carIds))
    expect(body.classification[0]).toMatchObject({ car: { driver: 'Ada Moss' } })
  })

  test('numbers concurrent results in sequence', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0, c = 0] = carIds
    const orders = [official(a, b, c), official(b, a, c), official(c, a, b), official(b, c, a), official(a, c, b)]
    const replies = await Promise.all(orders.map((order) => control.putResult(id, order)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(replies.map(({ body }) => body.revision).sort()).toEqual([1, 2, 3, 4, 5])
    const published = () => control.probe.seen(resultPublished).filter(({ data }) => data.raceId === id)
    await expect.poll(() => published().map(({ data }) => data.revision)).toEqual([1, 2, 3, 4, 5])
  })

  test('accepts one of two concurrent results with the same base revision', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0, c = 0] = carIds
    const other = anAdmin({ username: 'steward' })
    const publish = (await control.as(other)).bind(null, 'PUT', control.resultsOf(id))
    for (const baseRevision of [0, 1]) {
      const replies = await Promise.all([
        control.putResult(id, { ...official(a, b, c), reason: `${baseRevision}`, baseRevision }),
        publish({ ...official(c, b, a), reason: `${baseRevision}`, baseRevision }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await control.revisionsOf(id)).toHaveLength(baseRevision + 1)
    }
  })

  test('creates one revision for a result that is sent twice concurrently', async () => {
    const { id, carIds } = await control.race()
    const replies = await Promise.all(Array.from({ length: 6 }, () => control.putResult(id, official(...carIds))))
    expect(new Set(replies.map(({ body }) => body.revision))).toEqual(new Set([1]))
    expect(await control.revisionsOf(id)).toHaveLength(1)
  })

  test('audits a result in the same transaction', async () => {
    const { id, carIds } = await control.race()
    const [a = 0, b = 0] = carIds
    await control.putResult(id, official(a, b))
    await control.putResult(id, { status: 'cancelled', classification: [] })
    const { body } = await control.admin<unknown[]>('GET', '/api/admin/audit?limit=2')
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

describe('closing the race', () => {
  test('closes the race at tipping before the first result is written, and not for corrections', async () => {
    const { id, weekendId, carIds } = await control.race()
    let revisionsAtClose: unknown[] | undefined
    control.setCloseReply(id, async () => {
      revisionsAtClose = await control.revisionsOf(id)
    })
    await control.putResult(id, official(...carIds))
    expect(revisionsAtClose).toEqual([])
    expect(control.closeRequestsOf(id)).toMatchObject([
      { request: { weekendId, attempt: expect.any(String), begins: true } },
    ])
    await control.putResult(id, official(...carIds.toReversed()))
    expect(control.closeRequestsOf(id)).toHaveLength(1)
  })

  test('does not delay the result when tipping is unavailable', async () => {
    const { id, carIds } = await control.race()
    control.stopTippingReplies(id)
    expect((await control.putResult(id, official(...carIds))).status).toBe(200)
  })

  test('confirms the closing once the result is stored', async () => {
    const { id, carIds } = await control.race()
    await control.putResult(id, official(...carIds))
    await expect.poll(() => control.finalizationsOf(id)).toMatchObject([{ isStored: true }])
  })
})

describe('push to weekends', () => {
  const pushesOf = (raceId: number) =>
    control.calls.inputsOf(applyResult).flatMap(({ params, request }) => (params.id === raceId ? [request] : []))

  test('pushes the result to weekends before the reply, as its event does', async () => {
    const { id, carIds } = await control.race()
    await control.putResult(id, official(...carIds))
    const event = await control.probe.next(resultPublished, ({ raceId }) => raceId === id)
    expect(pushesOf(id)).toEqual([{ sequence: event.sequence, data: event.data }])
    await control.putResult(id, official(...carIds))
    expect(pushesOf(id)).toHaveLength(1)
  })

  test('does not delay the result when weekends is unavailable', async () => {
    const { id, carIds } = await control.race()
    control.calls.stubCall(applyResult, () => {
      throw new Error('weekends does not answer in time')
    })
    expect((await control.putResult(id, official(...carIds))).body).toMatchObject({ revision: 1 })
    expect(await control.revisionsOf(id)).toHaveLength(1)
  })
})

describe('calls to other services', () => {
  /** Creates a race with cars that weekends knows; the calls that the service has made about it so far, by name. */
  const createRace = async () => {
    const { carIds, cars, weekend: _, ...race } = await control.race()
    control.setWeekendsReplies(race, race.id, cars)
    const statePath = `/internal/weekends/${race.weekendId}/state`
    const count = () => ({
      findWholeWeekend: control.callsOf('weekends', statePath).length,
      closeRace: control.closeRequestsOf(race.id).length,
      applyResult: control.calls.inputsOf(applyResult).filter(({ params }) => params.id === race.id).length,
      other: control.calls.made.filter(({ path }) => path !== statePath && path.includes(`/races/${race.id}`)).length,
    })
    return { ...race, carIds, cars, statePath, count }
  }

  test('are three for a first result, two for a later one and none for an identical one', async () => {
    const { id, carIds, count } = await createRace()
    await control.putResult(id, official(...carIds))
    await expect.poll(() => control.finalizationsOf(id)).toMatchObject([{ isStored: true }])
    expect(count()).toEqual({ findWholeWeekend: 1, closeRace: 1, applyResult: 1, other: 0 })
    await control.putResult(id, official(...carIds.toReversed()))
    expect(count()).toEqual({ findWholeWeekend: 2, closeRace: 1, applyResult: 2, other: 0 })
    await control.putResult(id, official(...carIds.toReversed()))
    expect(count()).toEqual({ findWholeWeekend: 2, closeRace: 1, applyResult: 2, other: 0 })
  })

  test('read the current names while tipping closes the race, and store the result after both', async () => {
    const { id, carIds, cars, statePath, count, ...race } = await createRace()
    const swappedCars = cars.map((car, nth) => (nth === 0 ? { ...car, driver: 'Ada Moss' } : car))
    const state = (data: object) => ({ sequence: 2, data })
    control.calls.when('weekends', 'GET', statePath, async () => {
      await expect.poll(() => count().closeRace).toBe(1)
      expect(await control.revisionsOf(id)).toEqual([])
      const body = { weekend: state(aWeekend({ id: race.weekendId })), races: [], cars: swappedCars.map(state) }
      return { status: 200, body }
    })
    const { body } = await control.putResult(id, official(...carIds))
    expect(body.classification[0]).toMatchObject({ car: { driver: 'Ada Moss' } })
  })
})
