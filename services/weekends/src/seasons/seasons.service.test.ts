import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import {
  seasonChanged,
  seasonRulesChanged,
  weekendChanged,
  weekendsAdminActed,
} from '@purple-sector/contracts/weekends/events'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { hoursFromNow } from '@purple-sector/testing/builders'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())
afterEach(() => service.platform.database('seasons').delete())

const path = '/api/admin/seasons'
const create = async (overrides: object = {}): Promise<Season> =>
  (await service.admin<Season>('POST', path, { name: '2026 Championship', year: 2026, ...overrides })).body
const put = (id: number, rounds: unknown, { query = '', headers = {} }: { query?: string; headers?: object } = {}) =>
  service.admin<Season>('PUT', `${path}/${id}/weekends${query}`, rounds as object, headers as Record<string, string>)
const find = async (id: number): Promise<Season> => (await service.fan<Season>('GET', `/api/seasons/${id}`)).body
const weekends = async (count: number): Promise<Weekend[]> => {
  const created: Weekend[] = []
  for (let index = 0; index < count; index++) created.push(await service.weekend({ name: `Weekend ${index + 1}` }))
  return created
}
const rounds = (...ids: number[]) => ids.map((weekendId) => ({ weekendId }))
const auditOf = async (action: string, id: number): Promise<AuditAction> =>
  (await service.probe.next(weekendsAdminActed, (acted) => acted.action === action && acted.subject.id === String(id)))
    .data
const placeOf = async (id: number) => {
  const { body } = await service.fan<Weekend>('GET', `/api/weekends/${id}`)
  return { seasonId: body.seasonId, round: body.round }
}

/** A season of two weekends; a race of the first has locked. */
const startedSeason = async () => {
  const [first, second] = (await weekends(2)) as [Weekend, Weekend]
  await service.race(first.id, { startTime: hoursFromNow(-1) })
  const season = await create()
  await put(season.id, rounds(first.id, second.id))
  return { season: await find(season.id), first, second }
}

describe('creating a season', () => {
  test('returns it without weekends, and publishes and audits it', async () => {
    const { status, body } = await service.admin<Season>('POST', path, { name: ' 2026 ', year: 2026 })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      name: '2026',
      year: 2026,
      status: 'upcoming',
      weekends: [],
      countBest: null,
      missedWeekend: 'zero',
      jokers: 0,
      version: 1,
      createdAt: expect.any(String),
    })
    const published = await service.probe.next(seasonChanged, ({ id }) => id === body.id)
    expect(published).toMatchObject({ key: `season/${body.id}`, data: { ...body, deleted: false } })
    expect(await auditOf('season.created', body.id)).toMatchObject({
      subject: { type: 'season', id: String(body.id) },
      before: null,
      after: { name: '2026' },
    })
  })
  test.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['year', { year: 1949 }],
    ['year', { year: '2026' }],
    ['status', { status: 'over' }],
    ['countBest', { countBest: 0 }],
    ['countBest', { countBest: 51 }],
    ['missedWeekend', { missedWeekend: 'best' }],
    ['jokers', { jokers: 4 }],
    ['jokers', { jokers: 1.5 }],
  ])('names an invalid %s', async (field, overrides) => {
    const { status, body } = await service.admin('POST', path, { name: '2026', year: 2026, ...overrides })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: field }] })
  })
  test('creates one season for a repeated idempotency key', async () => {
    const body = { name: 'Once', year: 2026 }
    const key = { 'idempotency-key': 'one-season' }
    const first = await service.admin<Season>('POST', path, body, key)
    expect((await service.admin<Season>('POST', path, body, key)).body).toEqual(first.body)
    expect((await service.fan<Season[]>('GET', '/api/seasons')).body).toHaveLength(1)
  })
  test('rejects a second active season by the name of the first', async () => {
    await create({ name: 'First', status: 'active' })
    const { status, body } = await service.admin('POST', path, { name: 'Second', year: 2027, status: 'active' })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'ANOTHER_SEASON_ACTIVE', message: '"First" is active. Complete it first.' })
  })
})

describe('reading seasons', () => {
  test('lists the newest year first', async () => {
    const [old, latest] = [await create({ year: 2025 }), await create({ year: 2027 })]
    const { body } = await service.fan<Season[]>('GET', '/api/seasons')
    expect(body.map(({ id }) => id)).toEqual([latest.id, old.id])
  })
  test('finds the current season, and says when there is none', async () => {
    expect(await service.fan('GET', '/api/seasons/current')).toMatchObject({ status: 404, body: { code: 'NO_SEASON' } })
    const [weekend] = (await weekends(1)) as [Weekend]
    await create({ status: 'completed' })
    const upcoming = await create()
    await put(upcoming.id, rounds(weekend.id))
    expect((await service.fan<Season>('GET', '/api/seasons/current')).body.id).toBe(upcoming.id)
    const active = await create({ status: 'active' })
    expect((await service.fan<Season>('GET', '/api/seasons/current')).body.id).toBe(active.id)
  })
  test('answers 404 for an unknown season', async () => {
    for (const call of [
      service.fan('GET', '/api/seasons/999999'),
      service.admin('PATCH', `${path}/999999`, { name: 'x' }),
      service.admin('DELETE', `${path}/999999`),
      put(999_999, []),
    ])
      expect(await call).toMatchObject({ status: 404, body: { code: 'SEASON_NOT_FOUND' } })
  })
})

describe('changing a season', () => {
  test('applies the sent fields, raises the version and audits the change', async () => {
    const { id } = await create()
    const { status, body } = await service.admin<Season>('PATCH', `${path}/${id}`, { countBest: 9, status: 'active' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: '2026 Championship', countBest: 9, status: 'active', version: 2 })
    expect(await auditOf('season.changed', id)).toMatchObject({ before: { countBest: null }, after: { countBest: 9 } })
  })
  test('changes and publishes nothing for values that are in force', async () => {
    const { season } = await startedSeason()
    const { body } = await service.admin<Season>('PATCH', `${path}/${season.id}`, { jokers: 0, countBest: null })
    expect(body).toEqual(season)
  })
  test('rejects a second active season', async () => {
    await create({ status: 'active' })
    const { id } = await create()
    const { status, body } = await service.admin('PATCH', `${path}/${id}`, { status: 'active' })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'ANOTHER_SEASON_ACTIVE' })
    expect((await find(id)).status).toBe('upcoming')
  })
  test.each([{ countBest: 5 }, { missedWeekend: 'average' }, { jokers: 1 }])(
    'needs a reason for %o once a counting race has locked',
    async (change) => {
      const { season } = await startedSeason()
      const refused = await service.admin('PATCH', `${path}/${season.id}`, change)
      expect(refused).toMatchObject({ status: 409, body: { code: 'SEASON_STARTED' } })
      const reason = 'Agreed with the clubs'
      const { body } = await service.admin<Season>('PATCH', `${path}/${season.id}`, { ...change, reason })
      expect(body).toMatchObject(change)
      expect(await auditOf('season.changed', season.id)).toMatchObject({ after: { reason } })
    },
  )
  test('needs no reason for a name, or while only races that do not count have locked', async () => {
    const { season, first } = await startedSeason()
    expect((await service.admin('PATCH', `${path}/${season.id}`, { name: 'Renamed' })).status).toBe(200)
    const open = await service.race(first.id, { startTime: hoursFromNow(24) })
    await service.platform
      .database('weekends')
      .where({ id: first.id })
      .update({ product_race_ids: [open.id] })
    expect((await service.admin('PATCH', `${path}/${season.id}`, { jokers: 2 })).status).toBe(200)
  })
  test('needs no reason after practice, which never counts', async () => {
    const [weekend] = (await weekends(1)) as [Weekend]
    await service.race(weekend.id, { startTime: hoursFromNow(-1), sessionType: 'practice' })
    const { id } = await create()
    await put(id, rounds(weekend.id))
    expect((await service.admin('PATCH', `${path}/${id}`, { countBest: 3 })).status).toBe(200)
    expect((await put(id, [])).status).toBe(200)
  })
})

describe('setting the weekends', () => {
  test('puts them into rounds, and publishes the season and each weekend', async () => {
    const [a, b, c] = (await weekends(3)) as [Weekend, Weekend, Weekend]
    const { id } = await create()
    const { body } = await put(id, [{ weekendId: b.id }, { weekendId: a.id, multiplier: 1.5 }, { weekendId: c.id }])
    expect(body.weekends).toEqual([
      { weekendId: b.id, round: 1, multiplier: 1 },
      { weekendId: a.id, round: 2, multiplier: 1.5 },
      { weekendId: c.id, round: 3, multiplier: 1 },
    ])
    expect(await placeOf(a.id)).toEqual({ seasonId: id, round: 2 })
    const published = await service.probe.next(weekendChanged, (data) => data.id === c.id && data.round === 3)
    expect(published.data).toMatchObject({ seasonId: id })
    expect(await auditOf('season.weekends-set', id)).toMatchObject({
      before: { rounds: [] },
      after: { rounds: ['Weekend 2', 'Weekend 1 × 1.5', 'Weekend 3'] },
    })
    // A round keeps its multiplier, and one that leaves belongs to no season.
    expect((await put(id, rounds(a.id, b.id))).body.weekends).toEqual([
      { weekendId: a.id, round: 1, multiplier: 1.5 },
      { weekendId: b.id, round: 2, multiplier: 1 },
    ])
    expect(await placeOf(c.id)).toEqual({ seasonId: null, round: null })
  })
  test('changes nothing for the rounds that are in force', async () => {
    const { season, first, second } = await startedSeason()
    expect((await put(season.id, rounds(first.id, second.id))).body).toEqual(season)
  })
  test.each([
    ['a weekend named twice', (id: number) => rounds(id, id), '1.weekendId'],
    ['another multiplier', (id: number) => [{ weekendId: id, multiplier: 2.5 }], '0.multiplier'],
    ['no id', () => [{}], '0.weekendId'],
    ['no list', () => ({}), 'body'],
  ])('names %s', async (_, body, issue) => {
    const [weekend] = (await weekends(1)) as [Weekend]
    const { id } = await create()
    const reply = await put(id, body(weekend.id))
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: issue }] } })
    expect((await find(id)).weekends).toEqual([])
  })
  test('answers 404 for an unknown weekend', async () => {
    const { id } = await create()
    expect(await put(id, rounds(999_999))).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
  })
  test('rejects a weekend of another season by its name', async () => {
    const { first } = await startedSeason()
    const { id } = await create({ name: 'Other' })
    const { status, body } = await put(id, rounds(first.id))
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'WEEKEND_IN_OTHER_SEASON',
      message: expect.stringContaining('2026 Championship'),
    })
  })
  test('rejects an outdated version, and names no version as 400', async () => {
    const [a, b] = (await weekends(2)) as [Weekend, Weekend]
    const { id, version } = await create()
    const headers = { 'if-match': `"${version}"` }
    expect((await put(id, rounds(a.id), { headers })).status).toBe(200)
    expect(await put(id, rounds(b.id), { headers })).toMatchObject({ status: 409, body: { code: 'SEASON_CHANGED' } })
    expect((await put(id, rounds(b.id), { headers: { 'if-match': 'newest' } })).status).toBe(400)
    expect((await find(id)).weekends).toMatchObject([{ weekendId: a.id }])
  })
  test('lets one of two administrators who reorder at once win', async () => {
    const [a, b] = (await weekends(2)) as [Weekend, Weekend]
    const { id, version } = await create()
    const headers = { 'if-match': String(version) }
    const replies = await Promise.all([
      put(id, rounds(a.id, b.id), { headers }),
      put(id, rounds(b.id, a.id), { headers }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await find(id)).toMatchObject({ version: version + 1, weekends: [{ round: 1 }, { round: 2 }] })
  })
  test('never mixes the orders of administrators who name no version', async () => {
    const ids = (await weekends(6)).map(({ id }) => id)
    const { id, version } = await create()
    const orders = [ids, ids.toReversed(), ids.slice(0, 3), [...ids.slice(3), ...ids.slice(0, 3)]]
    const replies = await Promise.all(orders.map((order) => put(id, rounds(...order))))
    expect(replies.map(({ status }) => status)).toEqual(orders.map(() => 200))
    expect(replies.map(({ body }) => body.weekends.map(({ weekendId }) => weekendId))).toEqual(orders)
    const season = await find(id)
    expect(season.version).toBe(version + orders.length)
    const order = season.weekends.map(({ weekendId }) => weekendId)
    expect(orders).toContainEqual(order)
    expect(season.weekends.map(({ round }) => round)).toEqual(order.map((_, index) => index + 1))
    const places = await Promise.all(ids.map(placeOf))
    expect(places).toEqual(
      ids.map((weekendId) =>
        order.includes(weekendId)
          ? { seasonId: id, round: order.indexOf(weekendId) + 1 }
          : { seasonId: null, round: null },
      ),
    )
  })

  describe('after the first lock', () => {
    test.each([
      ['taking out a weekend with a locked race', (_first: number, second: number) => rounds(second)],
      ['moving it', (first: number, second: number) => rounds(second, first)],
      [
        'another multiplier of any round',
        (first: number, second: number) => [{ weekendId: first }, { weekendId: second, multiplier: 2 }],
      ],
    ])('%s needs a reason', async (_, change) => {
      const { season, first, second } = await startedSeason()
      const body = change(first.id, second.id)
      expect(await put(season.id, body)).toMatchObject({ status: 409, body: { code: 'SEASON_STARTED' } })
      expect((await put(season.id, body, { query: '?reason=The%20calendar%20changed' })).status).toBe(200)
    })
    test('adding and ordering rounds to come needs none', async () => {
      const { season, first, second } = await startedSeason()
      const [third] = (await weekends(1)) as [Weekend]
      expect((await put(season.id, rounds(first.id, third.id, second.id))).status).toBe(200)
      expect((await put(season.id, rounds(first.id))).status).toBe(200)
    })
  })
})

describe('an announcement to participants', () => {
  /** Announcements of a season that are in the outbox. */
  const announcements = async (id: number) => {
    const rows = await service.platform.database('outbox').where({ type: seasonRulesChanged.type }).orderBy('id')
    return rows.map(({ data }) => seasonRulesChanged.data.parse(data)).filter(({ seasonId }) => seasonId === id)
  }
  const reason = 'Agreed with the clubs'

  test('says which rules changed after the first lock, and why', async () => {
    const { season, first, second } = await startedSeason()
    await service.admin('PATCH', `${path}/${season.id}`, { countBest: 5, reason })
    const before = {
      countBest: null,
      missedWeekend: 'zero',
      jokers: 0,
      rounds: [first, second].map(({ id, name }) => ({ weekendId: id, multiplier: 1, weekend: name })),
    }
    const after = { ...before, countBest: 5 }
    const { data } = await service.probe.next(seasonRulesChanged, ({ seasonId }) => seasonId === season.id)
    expect(data).toEqual({ seasonId: season.id, season: season.name, reason, before, after })
    await put(season.id, [{ weekendId: first.id, multiplier: 2 }, { weekendId: second.id }], {
      query: `?reason=${encodeURIComponent(reason)}`,
    })
    const next = await service.probe.next(seasonRulesChanged, ({ seasonId }) => seasonId === season.id)
    expect(next.data).toMatchObject({ reason, after: { rounds: [{ multiplier: 2 }, { multiplier: 1 }] } })
  })

  test('is not made before the first lock, for values in force, for a name, or for rounds to come', async () => {
    const [weekend] = (await weekends(1)) as [Weekend]
    const early = await create()
    await service.admin('PATCH', `${path}/${early.id}`, { jokers: 1, reason })
    const { season, first, second } = await startedSeason()
    await service.admin('PATCH', `${path}/${season.id}`, { jokers: 0, name: 'Renamed', reason })
    const query = `?reason=${encodeURIComponent(reason)}`
    await put(season.id, rounds(first.id, weekend.id, second.id), { query })
    expect([...(await announcements(early.id)), ...(await announcements(season.id))]).toEqual([])
    await service.admin('PATCH', `${path}/${season.id}`, { jokers: 1, reason })
    expect(await announcements(season.id)).toHaveLength(1)
  })
})

describe('deleting', () => {
  test('a season leaves its weekends, without a season', async () => {
    const [weekend] = (await weekends(1)) as [Weekend]
    const { id } = await create()
    await put(id, rounds(weekend.id))
    expect((await service.admin('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await placeOf(weekend.id)).toEqual({ seasonId: null, round: null })
    expect((await service.probe.next(seasonChanged, (data) => data.id === id && data.deleted)).data.deleted).toBe(true)
    expect(await auditOf('season.deleted', id)).toMatchObject({ before: { id }, after: null })
  })
  test('a season that has started needs a reason', async () => {
    const { season } = await startedSeason()
    const refused = await service.admin('DELETE', `${path}/${season.id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'SEASON_STARTED' } })
    expect((await service.admin('DELETE', `${path}/${season.id}?reason=Entered%20twice`)).status).toBe(204)
    expect(await auditOf('season.deleted', season.id)).toMatchObject({ after: { reason: 'Entered twice' } })
  })
  test('a weekend moves the rounds after it up', async () => {
    const [a, b, c] = (await weekends(3)) as [Weekend, Weekend, Weekend]
    const { id } = await create()
    await put(id, [{ weekendId: a.id }, { weekendId: b.id }, { weekendId: c.id, multiplier: 3 }])
    expect((await service.admin('DELETE', `/api/admin/weekends/${b.id}`)).status).toBe(204)
    expect((await find(id)).weekends).toEqual([
      { weekendId: a.id, round: 1, multiplier: 1 },
      { weekendId: c.id, round: 2, multiplier: 3 },
    ])
    expect(await placeOf(c.id)).toEqual({ seasonId: id, round: 2 })
    await service.probe.next(weekendChanged, (data) => data.id === c.id && data.round === 2)
  })
})
