import { pollChanged } from '@purple-sector/contracts/engagement/events'
import type { PollResult, PollStats, Vote } from '@purple-sector/contracts/engagement/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { carChanged, categoryChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aCar, aCategory, aUser, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startEngagement, type TestEngagement } from '../../test/create-test-engagement.ts'
import { publishPolls } from './publish-polls.ts'

const SUPERCARS = 'Repco Supercars Championship'

let product: TestEngagement
let ann: Person
let bob: Person
beforeAll(async () => {
  product = await startEngagement()
  ann = await product.person({ username: 'ann' })
  bob = await product.person({ username: 'bob' })
  await product.publishEvent(categoryChanged, aCategory({ id: 3 }))
  await product.waitForRow('categories', { id: 3 })
})
afterAll(() => product?.close())

const vote = (fan: Person, weekendId: number, driverName: string, category: string | number = SUPERCARS) =>
  fan.call<Vote>('POST', '/api/driver-poll', { weekendId, driverName, category })
const resultsOf = async (weekendId: number) =>
  (await ann.call<PollResult[]>('GET', `/api/driver-poll/${weekendId}/results`)).body.map(
    ({ driverName, votes, percentage }) => [driverName, votes, percentage],
  )
const ownVote = async (fan: Person, weekendId: number) =>
  (await fan.call<Vote | null>('GET', `/api/driver-poll/${weekendId}/user`)).body
const createRound = async () => {
  const weekend = await product.weekend()
  const feeney = await product.car({ weekendId: weekend.id, driver: 'Broc Feeney' })
  const brown = await product.car({ weekendId: weekend.id, driver: 'Will Brown' })
  return { weekend, id: weekend.id, feeney, brown }
}
const lastPublished = (weekendId: number) =>
  product.probe
    .seen(pollChanged)
    .filter(({ data }) => data.weekendId === weekendId)
    .at(-1)?.data

describe('voting', () => {
  test('returns the fan’s own vote with the driver as entered, and null before', async () => {
    const { id } = await createRound()
    const noVote = await ann.call('GET', `/api/driver-poll/${id}/user`)
    expect(noVote).toMatchObject({ status: 200, body: null })
    const cast = await vote(ann, id, 'broc FEENEY', 'supercars')
    const expected = { weekendId: id, driverName: 'Broc Feeney', categoryId: 1, category: SUPERCARS }
    expect(cast).toMatchObject({ status: 200, body: expected })
    expect(await ownVote(ann, id)).toEqual(cast.body)
    expect(await ownVote(bob, id)).toBeNull()
  })

  test('replaces the earlier vote, and counts concurrent votes of a fan once', async () => {
    const { id } = await createRound()
    const duplicates = await Promise.all(Array.from({ length: 10 }, () => vote(ann, id, 'Broc Feeney')))
    expect(new Set(duplicates.map(({ status, body }) => `${status} ${body.votedAt}`)).size).toBe(1)
    expect(await resultsOf(id)).toEqual([['Broc Feeney', 1, 100]])
    expect(await vote(ann, id, 'Will Brown')).toMatchObject({ status: 200, body: { driverName: 'Will Brown' } })
    expect(await resultsOf(id)).toEqual([['Will Brown', 1, 100]])
  })

  test('counts a vote for achievements immediately', async () => {
    const { id } = await createRound()
    const cy = await product.person()
    await vote(cy, id, 'Broc Feeney')
    const notifications = await product.database('notifications').where({ user_id: cy.id }).select('cause')
    expect(notifications).toEqual([{ cause: 'achievement/first-vote' }])
  })

  test('awards engagement points once for a vote, also when it is changed', async () => {
    const { id } = await createRound()
    await vote(ann, id, 'Broc Feeney')
    await vote(ann, id, 'Will Brown')
    const activities = await product.database('activities').where({ user_id: ann.id, weekend_id: id })
    expect(activities).toMatchObject([{ cause: `vote/${id}`, kind: 'vote', points: 3 }])
  })

  test('rejects a driver who does not race, naming the field', async () => {
    const { id } = await createRound()
    const super2 = await product.car({ weekendId: id, category: 'Dunlop Super2 Series', driver: 'Zach Bates' })
    await product.publishEvent(carChanged, { ...super2, withdrawn: true })
    await product.waitForRow('cars', { id: super2.id, withdrawn: true })
    const rejections = await Promise.all([vote(ann, id, 'Nobody'), vote(bob, id, 'Zach Bates', super2.categoryId)])
    for (const { status, body } of rejections)
      expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path: 'driverName' }] } })
    expect(await vote(ann, id, 'Broc Feeney', 'Super Cup')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'category', message: expect.stringContaining(SUPERCARS) }] },
    })
    expect(await resultsOf(id)).toEqual([])
  })

  test('accepts a vote for a driver who was entered a moment ago', async () => {
    const { id } = await createRound()
    const cast = vote(ann, id, 'Anton De Pasquale')
    await product.publishEvent(carChanged, aCar({ weekendId: id, driver: 'Anton De Pasquale' }))
    expect(await cast).toMatchObject({ status: 200, body: { driverName: 'Anton De Pasquale' } })
  })

  test('rejects votes once the weekend is completed, and keeps earlier ones', async () => {
    const { id, weekend } = await createRound()
    await vote(ann, id, 'Broc Feeney')
    await product.publishEvent(weekendChanged, aWeekend({ ...weekend, status: 'completed' }))
    await product.waitForRow('weekends', { id, status: 'completed' })
    for (const fan of [ann, bob])
      expect(await vote(fan, id, 'Will Brown')).toMatchObject({ status: 409, body: { code: 'POLL_CLOSED' } })
    expect(await resultsOf(id)).toEqual([['Broc Feeney', 1, 100]])
  })

  test('counts or rejects every vote cast while the weekend completes', async () => {
    const { id, weekend } = await createRound()
    const fans = await Promise.all(Array.from({ length: 12 }, () => product.person()))
    const casting = fans.map((fan) => vote(fan, id, 'Broc Feeney'))
    await product.publishEvent(weekendChanged, aWeekend({ ...weekend, status: 'completed' }))
    await product.waitForRow('weekends', { id, status: 'completed' })
    const resultsAtCompletion = await resultsOf(id)
    const statuses = (await Promise.all(casting)).map(({ status }) => status)
    const counted = statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => status === 409)).toHaveLength(fans.length - counted)
    expect(await resultsOf(id)).toEqual(resultsAtCompletion)
    expect(resultsAtCompletion).toEqual(counted > 0 ? [['Broc Feeney', counted, 100]] : [])
  })
})

test('returns 404 for the poll of an unknown weekend', async () => {
  const unknown = 2_000_000_000
  const reads = ['user', 'results', 'stats'].map((part) => ann.call('GET', `/api/driver-poll/${unknown}/${part}`))
  for (const reply of await Promise.all([...reads, vote(ann, unknown, 'Broc Feeney')]))
    expect(reply).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
})

test('returns shares of all votes, most votes first, and statistics', async () => {
  const { id } = await createRound()
  await product.car({ weekendId: id, category: 'Dunlop Super2 Series', driver: 'Zach Bates' })
  const cy = await product.person()
  await vote(ann, id, 'Will Brown')
  await vote(bob, id, 'Will Brown')
  await vote(cy, id, 'Zach Bates', 'Super2')
  expect(await resultsOf(id)).toEqual([
    ['Will Brown', 2, 66.7],
    ['Zach Bates', 1, 33.3],
  ])
  const stats = await ann.call<PollStats>('GET', `/api/driver-poll/${id}/stats`)
  expect(stats.body).toEqual({ totalVotes: 3, uniqueVoters: 3, categoriesVoted: 2 })
})

describe('publishing poll results', () => {
  test('publishes a changed poll as it is read', async () => {
    const { id } = await createRound()
    await vote(ann, id, 'Broc Feeney')
    await vote(bob, id, 'Will Brown')
    await expect.poll(() => lastPublished(id)?.stats.totalVotes, { timeout: 30_000 }).toBe(2)
    const [results, stats] = await Promise.all([
      ann.call('GET', `/api/driver-poll/${id}/results`),
      ann.call('GET', `/api/driver-poll/${id}/stats`),
    ])
    expect(lastPublished(id)).toEqual({ weekendId: id, results: results.body, stats: stats.body })
  })

  test('publishes at most once per second, and only changes', async () => {
    const { id } = await createRound()
    const { database } = product
    const published = () => product.probe.seen(pollChanged).filter(({ data }) => data.weekendId === id).length
    const unpublished = () => database('votes').where({ weekend_id: id, is_published: false }).select('driver')
    const lastPublishedAt = (at: string) =>
      database('polls')
        .where({ weekend_id: id })
        .update({ published_at: database.raw(at) })
    await vote(ann, id, 'Broc Feeney')
    await expect.poll(published, { timeout: 30_000 }).toBe(1)
    await lastPublishedAt(`clock_timestamp() + interval '1 minute'`)
    await vote(bob, id, 'Will Brown')
    await publishPolls(database)
    expect(await unpublished()).toEqual([{ driver: 'Will Brown' }])
    await lastPublishedAt(`'-infinity'`)
    await Promise.all([publishPolls(database), publishPolls(database)])
    await expect.poll(published, { timeout: 30_000 }).toBe(2)
    await vote(bob, id, 'will brown')
    expect(await unpublished()).toEqual([])
  })
})

test('a corrected name keeps its votes, and another driver of the car does not get them', async () => {
  const { id, feeney } = await createRound()
  await vote(ann, id, 'Broc Feeney')
  await product.car({ ...feeney, driver: 'Brock Feeney' })
  await expect.poll(() => resultsOf(id)).toEqual([['Brock Feeney', 1, 100]])
  await expect.poll(() => lastPublished(id)?.results[0]?.driverName, { timeout: 30_000 }).toBe('Brock Feeney')
  await product.car({ ...feeney, driver: 'Jamie Whincup' })
  await vote(bob, id, 'Jamie Whincup')
  expect(await resultsOf(id)).toEqual([
    ['Brock Feeney', 1, 50],
    ['Jamie Whincup', 1, 50],
  ])
  await product.car({ ...feeney, driver: 'Jamie Whincup Jr' })
  await expect
    .poll(() => resultsOf(id))
    .toEqual([
      ['Brock Feeney', 1, 50],
      ['Jamie Whincup Jr', 1, 50],
    ])
})

test('deletes and publishes votes of a deleted account, and the poll with its weekend', async () => {
  const { id, weekend } = await createRound()
  const cy = await product.person()
  await vote(cy, id, 'Broc Feeney')
  await vote(ann, id, 'Will Brown')
  await expect.poll(() => lastPublished(id)?.stats.totalVotes, { timeout: 30_000 }).toBe(2)
  await product.publishEvent(userChanged, aUser({ id: cy.id, username: null, deleted: true }))
  await expect
    .poll(() => lastPublished(id)?.results, { timeout: 30_000 })
    .toMatchObject([{ driverName: 'Will Brown', votes: 1 }])
  expect((await vote(cy, id, 'Broc Feeney')).status).toBe(401)

  await product.publishEvent(weekendChanged, aWeekend({ ...weekend, deleted: true }))
  await expect.poll(() => product.database('votes').where({ weekend_id: id }), { timeout: 30_000 }).toEqual([])
  expect(await vote(ann, id, 'Will Brown')).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
})
