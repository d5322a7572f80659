import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import type { SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { seasonEntry, seasonReply } from '@purple-sector/testing/replies'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const CHANGED_AT = '2026-03-01T09:30:00.000Z'
const jokers = (weekendId: number) => ({ jokers: [{ weekendId }], joker: { weekendId } })

let gateway: TestGateway
let [ann, cem]: SignedIn[] = []

const storeBoard = (seasonId: number, version: number, totalPoints: number) =>
  gateway.state.seasonBoards.set(`open/season/${seasonId}`, {
    version,
    changedAt: CHANGED_AT,
    entries: [seasonEntry('ann', { totalPoints }), seasonEntry('bob', { position: 2 }), seasonEntry('cem')],
    ownRows: [seasonEntry('ann', { totalPoints, ...jokers(7) })],
    standings: [],
  })

beforeAll(async () => {
  gateway = await startTestGateway()
  for (const id of [1, 2, 3]) gateway.state.seasons.push(seasonReply({ id }))
  for (const id of [1, 2]) storeBoard(id, 4, 50)
  ;[ann, cem] = ['ann', 'cem'].map((userId) => signIn(gateway.state, { userId }))
})
afterAll(() => gateway.close())

const read = (path: string, as: SignedIn | undefined, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/api/seasons/${path}`, { headers: { cookie: as?.cookie ?? '', ...headers } })
const rows = async (reply: Response) => (await reply.json()) as SeasonEntry[]
const pageRequests = () => gateway.state.requests.filter((line) => line.includes('/internal/season-leaderboards/page'))

describe('pages of a season leaderboard', () => {
  test('sends a page with the caller’s own row, from memory', async () => {
    await read('1/leaderboard?limit=2', cem)
    const before = pageRequests().length
    for (let time = 0; time < 3; time++) {
      const reply = await read('1/leaderboard?limit=2', cem)
      expect((await rows(reply)).map(({ userId }) => userId)).toEqual(['ann', 'bob', 'cem'])
      const sent = ['x-total-count', 'x-board-version', 'last-changed'].map((name) => reply.headers.get(name))
      expect(sent).toEqual(['3', '4', CHANGED_AT])
      const etag = reply.headers.get('etag') ?? ''
      const again = await read('1/leaderboard?limit=2', cem, { 'if-none-match': etag })
      expect([again.status, again.headers.get('last-changed')]).toEqual([304, CHANGED_AT])
    }
    expect(pageRequests().length - before).toBeLessThan(6)
  })

  test('has the headers of GET in a reply to HEAD', async () => {
    const url = `${gateway.url}/api/seasons/1/leaderboard?limit=2`
    const [got, asked] = [
      await read('1/leaderboard?limit=2', ann),
      await fetch(url, { method: 'HEAD', headers: { cookie: ann?.cookie ?? '' } }),
    ]
    const sent = ['etag', 'content-length', 'x-total-count', 'x-board-version', 'last-changed'] as const
    expect(sent.map((name) => asked.headers.get(name))).toEqual(sent.map((name) => got.headers.get(name)))
    expect([asked.status, await asked.text()]).toEqual([200, ''])
  })

  test('sends callers their own jokers on the page, and no other caller', async () => {
    const jokersOf = async (as: SignedIn | undefined) => (await rows(await read('1/leaderboard', as)))[0]?.jokers
    expect([await jokersOf(ann), await jokersOf(cem), await jokersOf(ann)]).toEqual([
      [{ weekendId: 7 }],
      [],
      [{ weekendId: 7 }],
    ])
  })

  test('sends no older version than the newest event', async () => {
    for (let time = 0; time < 2; time++) await read('2/leaderboard', cem)
    storeBoard(2, 5, 60)
    await gateway.publishEvent(seasonBoardChanged, { seasonId: 2, groupId: 12, version: 90 })
    await gateway.publishEvent(seasonBoardChanged, { seasonId: 2, groupId: null, version: 5, changedAt: CHANGED_AT })
    await expect.poll(async () => (await read('2/leaderboard', cem)).headers.get('x-board-version')).toBe('5')
    expect((await rows(await read('2/leaderboard', cem)))[0]?.totalPoints).toBe(60)
  })

  test('reads without caches for administrators', async () => {
    const admin = signIn(gateway.state, { userId: 'ada', isAdmin: true })
    const before = pageRequests().length
    for (let time = 0; time < 3; time++) expect(await rows(await read('1/leaderboard', admin))).toHaveLength(3)
    expect(pageRequests().length - before).toBe(3)
  })

  test('leaves a season that does not exist, or has no version yet, to tipping', async () => {
    expect((await read('99/leaderboard', ann)).status).toBe(404)
    expect(await (await read('99/leaderboard', ann)).json()).toMatchObject({ code: 'SEASON_NOT_FOUND' })
    const empty = await read('3/leaderboard', ann)
    expect([empty.status, await empty.json()]).toEqual([200, []])
  })

  test('refuses visitors', async () => {
    expect((await read('1/leaderboard', undefined)).status).toBe(401)
  })
})
