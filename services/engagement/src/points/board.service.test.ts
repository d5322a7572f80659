import { engagementBoardChanged } from '@purple-sector/contracts/engagement/events'
import type { EngagementEntry } from '@purple-sector/contracts/engagement/http'
import { findEngagementEntries, findEngagementPage } from '@purple-sector/contracts/engagement/internal'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { awardPoints, awardPointsOf } from './award-points-sql.ts'

let product: TestEngagement
beforeAll(async () => {
  product = await startEngagement()
})
afterAll(() => product?.close())

const withLongTimeout = { timeout: 30_000 }
const award = (weekendId: number, { id: userId }: Pick<Person, 'id'>, points: number, cause = `vote/${weekendId}`) =>
  product.database.transaction((sql) => awardPoints(sql, [{ userId, weekendId, kind: 'vote', cause, points }]))
const board = (person: Person, weekendId: number, query = '', headers = {}) =>
  person.call<EngagementEntry[]>('GET', `/api/engagement/leaderboard/${weekendId}${query}`, undefined, headers)
const positionsOf = ({ body }: { body: EngagementEntry[] }) =>
  body.map(({ username, position, totalPoints }) => [username, position, totalPoints])
const createFans = (...names: string[]) => Promise.all(names.map((username) => product.person({ username })))

test('shares positions, orders ties by name, and ends with the caller’s row', async () => {
  const { id } = await product.weekend()
  const [zoe, Ann, bob, cat] = (await createFans('zoe', 'Ann', 'bob', 'cat')) as [Person, Person, Person, Person]
  await award(id, zoe, 5)
  await award(id, Ann, 5)
  await award(id, bob, 8)
  await award(id, cat, 1)
  expect(positionsOf(await board(bob, id))).toEqual([
    ['bob', 1, 8],
    ['Ann', 2, 5],
    ['zoe', 2, 5],
    ['cat', 4, 1],
  ])
  const page = await board(cat, id, '?limit=1&offset=1')
  expect(positionsOf(page)).toEqual([
    ['Ann', 2, 5],
    ['cat', 4, 1],
  ])
  expect(page.headers).toMatchObject({ 'x-total-count': '4' })
  expect(positionsOf(await board(await product.person(), id, '?limit=1'))).toEqual([['bob', 1, 8]])
})

test('pages continue without gaps when many fans have equal points', async () => {
  const { id } = await product.weekend()
  const select = `select 'many-' || lpad(fan::text, 3, '0') as user_id, 'vote/many' as cause,
    :id::integer as weekend_id, 'vote' as kind, fan % 7 as points, now() as at from generate_series(1, 120) fan`
  await product.database.transaction((sql) => awardPointsOf(sql, select, { id }))
  const reader = await product.person()
  const allPositions = (await board(reader, id, '?limit=500')).body.map(({ userId, position }) => [userId, position])
  expect(allPositions).toHaveLength(120)
  const pagedPositions: unknown[] = []
  for (let offset = 0; offset < 130; offset += 13) {
    const { body } = await board(reader, id, `?limit=13&offset=${offset}`)
    pagedPositions.push(...body.map(({ userId, position }) => [userId, position]))
  }
  expect(pagedPositions).toEqual(allPositions)
})

test('a page keeps its ETag until the board changes, before and after the next version', async () => {
  const { id } = await product.weekend()
  const [ann, bob] = (await createFans('ann', 'bob')) as [Person, Person]
  await award(id, ann, 5)
  const version = async () => Number((await board(bob, id)).headers['x-board-version'])
  await expect.poll(version, withLongTimeout).toBeGreaterThan(0)
  const first = await board(bob, id)
  const ifNoneMatch = { 'if-none-match': String(first.headers.etag) }
  expect(await board(bob, id, '', ifNoneMatch)).toMatchObject({ status: 304 })
  await award(id, bob, 5)
  expect(await board(bob, id, '', ifNoneMatch)).toMatchObject({ status: 200 })
  const before = Number(first.headers['x-board-version'])
  await expect.poll(version, withLongTimeout).toBeGreaterThan(before)
  expect(positionsOf(await board(bob, id, '', ifNoneMatch))).toEqual([
    ['ann', 1, 5],
    ['bob', 1, 5],
  ])
})

test('publishes versions with the first twenty rows, and serves gateways the rest', async () => {
  const { id: weekendId } = await product.weekend()
  const fans = await createFans(...Array.from({ length: 22 }, (_, index) => `fan-${String(index).padStart(2, '0')}`))
  await Promise.all(fans.map((fan, index) => award(weekendId, fan, 100 - index)))
  const published = () =>
    product.probe
      .seen(engagementBoardChanged)
      .filter(({ data }) => data.weekendId === weekendId)
      .at(-1)?.data
  await expect.poll(() => published()?.total, withLongTimeout).toBe(22)
  expect(published()?.entries.map(({ position }) => position)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  const [, , third] = fans
  const pageRequest = { params: { weekendId }, query: { limit: 5, offset: 20 } }
  expect(await product.request(findEngagementPage, pageRequest)).toMatchObject({
    ...{ kind: 'reply', reply: { total: 22, entries: [{ position: 21 }, { position: 22 }] } },
  })
  const userIds = [third?.id ?? '', 'nobody']
  expect(await product.request(findEngagementEntries, { params: { weekendId }, request: { userIds } })).toMatchObject({
    ...{ kind: 'reply', reply: { entries: [{ username: 'fan-02', position: 3, totalPoints: 98 }] } },
  })
})

test('shows current names, and does not count deleted accounts', async () => {
  const { id } = await product.weekend()
  const [ann, bob] = (await createFans('ann', 'bob')) as [Person, Person]
  await award(id, ann, 5)
  await award(id, bob, 5)
  await product.publishEvent(userChanged, aUser({ id: ann.id, username: 'zoe' }))
  await expect
    .poll(async () => positionsOf(await board(bob, id)), withLongTimeout)
    .toEqual([
      ['bob', 1, 5],
      ['zoe', 1, 5],
    ])
  await product.publishEvent(userChanged, aUser({ id: bob.id, deleted: true }))
  await expect.poll(async () => positionsOf(await board(ann, id)), withLongTimeout).toEqual([['zoe', 1, 5]])
  expect((await board(ann, id)).headers).toMatchObject({ 'x-total-count': '1' })
  await expect.poll(() => product.database('engagement_changes').where({ weekend_id: id }), withLongTimeout).toEqual([])
  expect(await product.database('engagement_ranks').where({ weekend_id: id })).toMatchObject([{ points: 5, fans: 1 }])
})

test('returns empty statistics before any activity, and 404 for an unknown weekend', async () => {
  const { id } = await product.weekend()
  const ann = await product.person()
  const stats = (weekendId: number) => ann.call('GET', `/api/engagement/stats/${weekendId}`)
  expect((await stats(id)).body).toEqual({ totalActivities: 0, totalPoints: 0, lastActivity: null })
  await award(id, ann, 3)
  expect((await stats(id)).body).toMatchObject({ totalActivities: 1, totalPoints: 3, lastActivity: expect.any(String) })
  const [ifNoneMatch, unknown] = await Promise.all([board(ann, 999_999), stats(999_999)])
  for (const { status } of [ifNoneMatch, unknown]) expect(status).toBe(404)
})
