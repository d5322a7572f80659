import type { ErrorBody } from '@purple-sector/contracts/common'
import { aCar, aRace } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finished, official, startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control.close())

describe('invalid result', () => {
  test.each([
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
  ])('names the invalid field: %s', async (path, body) => {
    const { id } = await control.race({ cars: 0 })
    for (const reply of [
      await control.putResult(id, body),
      await control.admin('POST', `${control.resultsOf(id)}?preview=true`, body),
    ]) {
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path }] })
    }
    expect(await control.revisionsOf(id)).toEqual([])
  })

  test('rejects a car of another category, another weekend, or no car', async () => {
    const race = await control.race({ cars: 1 })
    const other = await control.race({ weekendId: race.weekendId, category: 'Dunlop Super2 Series', cars: 1 })
    const otherWeekendRace = await control.race({ cars: 1 })
    control.setWeekendsReplies(race, race.id, race.cars)
    const invalidCarIds = [...race.carIds, ...other.carIds, ...otherWeekendRace.carIds, 987_654, 2_147_483_648]
    const reply = await control.putResult(race.id, official(...invalidCarIds))
    expect(reply.status).toBe(400)
    expect(reply.body.issues?.map(({ path }) => path)).toEqual([
      'classification.1.carId',
      'classification.2.carId',
      'classification.3.carId',
      'classification.4.carId',
    ])
  })

  test('validates caller, role and content in the order of the contract', async () => {
    const { id } = await control.race({ cars: 0 })
    for (const [method, url] of [
      ['PUT', control.resultsOf(id)],
      ['POST', `${control.resultsOf(id)}?preview=true`],
      ['GET', '/api/admin/audit'],
    ] as const) {
      const body = method === 'GET' ? undefined : { status: 'nonsense' }
      expect((await control.visitor(method, url, body)).status).toBe(401)
      expect((await control.fan(method, url, body)).status).toBe(403)
    }
    expect((await control.visitor('GET', `/api/races/${id}/results`)).status).toBe(401)
    expect((await control.putResult(2_147_483_648, { status: 'nonsense' })).status).toBe(400)
    expect((await control.putResult(2_147_483_648, official(1))).status).toBe(404)
    expect((await control.admin('PUT', control.resultsOf(0), official(1))).status).toBe(400)
    expect((await control.admin('POST', control.resultsOf(id), official(1))).body).toMatchObject({
      issues: [{ path: 'preview' }],
    })
  })
})

describe('data that has not been replicated', () => {
  test('accepts the category that a race was moved to a moment ago', async () => {
    const { weekend: _, carIds: __, cars: ___, ...race } = await control.race({ cars: 0 })
    const category = { category: 'Dunlop Super2 Series', categoryId: 3 }
    const other = await control.race({ weekendId: race.weekendId, ...category })
    control.setWeekendsReplies({ ...race, ...category }, race.id, other.cars, 2)
    expect(await control.putResult(race.id, official(...other.carIds))).toMatchObject({ status: 200 })
  })

  test('fetches a race and its cars from weekends once', async () => {
    const race = aRace({ weekendId: 70_001 })
    const cars = [aCar({ weekendId: race.weekendId }), aCar({ weekendId: race.weekendId })]
    control.setWeekendsReplies(race, race.id, cars)
    control.setCloseReply(race.id)
    expect((await control.putResult(race.id, official(...cars.map(({ id }) => id)))).body).toMatchObject({
      revision: 1,
    })
    await control.putResult(race.id, official(...cars.map(({ id }) => id)))
    expect(control.callsOf('weekends', `/internal/races/${race.id}`)).toHaveLength(1)
    expect(control.callsOf('weekends', `/internal/weekends/${race.weekendId}/state`)).toHaveLength(1)
  })

  test('returns 404 when weekends does not know the race either', async () => {
    control.setWeekendsReplies(undefined, 70_002)
    const reply = await control.putResult(70_002, official(1))
    expect([reply.status, reply.body.code]).toEqual([404, 'RACE_NOT_FOUND'])
    const resultReply = await control.fan<ErrorBody>('GET', '/api/races/70002/results')
    expect([resultReply.status, resultReply.body.code]).toEqual([404, 'NO_RESULT'])
  })

  test('returns 503 while weekends is unavailable', async () => {
    control.calls.when('weekends', 'GET', '/internal/races/70003', { status: 500, body: {} })
    expect((await control.putResult(70_003, official(1))).status).toBe(503)
  })
})
