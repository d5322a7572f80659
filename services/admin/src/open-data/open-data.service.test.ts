import type { OpenResults } from '@purple-sector/contracts/admin/open-data'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startRaceControl, type TestRaceControl } from '../../test/create-test-race-control.ts'

let control: TestRaceControl
beforeAll(async () => {
  control = await startRaceControl()
})
afterAll(() => control?.close())

const fetchResults = (weekendId: number, file: string) =>
  control.visitor<OpenResults>('GET', `/api/open/weekends/${weekendId}/results.${file}`)

test('returns the current results of a weekend to anonymous callers', async () => {
  const race = await control.race({ name: 'Race 1, "wet"' })
  const { weekend, cars, carIds } = race
  await vi.waitFor(async () => expect((await fetchResults(weekend.id, 'json')).status).toBe(200), { timeout: 30_000 })
  expect((await fetchResults(weekend.id, 'json')).body).toEqual({
    weekend: { id: weekend.id, name: weekend.name },
    results: [],
  })
  const classification = carIds.map((carId, index) => ({ carId, position: index + 1, status: 'classified', laps: 20 }))
  await control.putResult(race.id, { status: 'provisional', classification })
  await control.putResult(race.id, { status: 'official', reason: '=2+5 seconds', classification })

  const { body, headers, text } = await fetchResults(weekend.id, 'json')
  expect(headers['cache-control']).toBe('public, max-age=5')
  expect(body.results).toMatchObject([
    {
      race: { id: race.id, name: race.name, category: race.category },
      status: 'official',
      revision: 2,
      reason: '=2+5 seconds',
    },
  ])
  expect(body.results[0]?.classification[0]).toEqual({
    position: 1,
    place: 1,
    status: 'classified',
    laps: 20,
    plate: cars[0]?.plate,
    driver: cars[0]?.driver,
    team: cars[0]?.team,
  })
  expect(text).not.toContain(control.chief.userId)

  const csv = await fetchResults(weekend.id, 'csv')
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="results-${weekend.id}.csv"`,
  })
  const lines = csv.text.split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFSession,Category,Result,/)
  expect(lines).toHaveLength(1 + cars.length + 1)
  expect(lines[1]).toContain(`"Race 1, ""wet""",${race.category},official,2,`)
})

test('returns 404 for a weekend that is not announced, and for a deleted one', async () => {
  const hidden = aWeekend({ status: 'inactive', isActive: false })
  const removed = aWeekend()
  for (const weekend of [hidden, removed]) await control.publishEvent(weekendChanged, weekend)
  await vi.waitFor(async () => expect((await fetchResults(removed.id, 'json')).status).toBe(200), { timeout: 30_000 })
  await control.publishEvent(weekendChanged, { ...removed, deleted: true })
  await vi.waitFor(async () => expect((await fetchResults(removed.id, 'json')).status).toBe(404), { timeout: 30_000 })
  for (const file of ['json', 'csv'])
    expect(await fetchResults(hidden.id, file)).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
})
