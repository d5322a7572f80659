import { request } from 'node:http'
import { resultPublished } from '@purple-sector/contracts/admin/events'
import { MAIN_CATEGORY } from '@purple-sector/contracts/categories'
import { sessionsRevoked } from '@purple-sector/contracts/identity/events'
import { boardChanged, sessionLockChanged, sessionScored } from '@purple-sector/contracts/tipping/events'
import type { Rank } from '@purple-sector/contracts/tipping/http'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aCar, aRace, aResult, aSessionLock, aWeekend } from '@purple-sector/testing/builders'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anEntry, aPublicRace, aPublicWeekend, type SignedIn, signIn } from '../testing/stub-services.ts'
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts'
import { openSocket, refusal, type TestSocket } from '../testing/test-socket.ts'

const rank = (points: number, position: number | null, over: Partial<Rank> = {}): Rank => ({
  points,
  firsts: 0,
  seconds: 0,
  thirds: 0,
  count: 1,
  position,
  ...over,
})
const total = (userId: string, totalPoints: number) => ({ userId, totalPoints, firsts: 0, seconds: 0, thirds: 0 })

let gateway: TestGateway
let weekendId = 0
let ann: SignedIn
let bob: SignedIn
const open: TestSocket[] = []

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())
afterEach(() => {
  for (const socket of open.splice(0)) socket.ws.terminate()
  gateway.state.before = () => {}
})

/** A weekend of its own, with Ann (10 points) before Bob (0). */
const prepare = () => {
  weekendId++
  ann = signIn(gateway.state, { userId: `ann${weekendId}` })
  bob = signIn(gateway.state, { userId: `bob${weekendId}` })
  gateway.state.weekends.push({
    weekend: aPublicWeekend(weekendId),
    races: [aPublicRace(weekendId * 10 + 1, weekendId), aPublicRace(weekendId * 10 + 2, weekendId)],
  })
  gateway.state.boards.set(weekendId, {
    version: 5,
    entries: [
      anEntry(ann.session.userId, { position: 1, totalPoints: 10 }),
      anEntry(bob.session.userId, { position: 2 }),
    ],
    ranks: [rank(10, 1), rank(0, 2)],
    standings: [
      { ...total(ann.session.userId, 10), position: 1, positionChange: 0 },
      { ...total(bob.session.userId, 0), position: 2, positionChange: 1 },
    ],
  })
}

const connect = async (who: SignedIn, headers: Record<string, string> = {}): Promise<TestSocket> => {
  const socket = await openSocket(gateway.url, { cookie: who.cookie, ...headers })
  open.push(socket)
  return socket
}

const follow = async (who: SignedIn): Promise<TestSocket> => {
  const socket = await connect(who)
  socket.subscribe(weekendId)
  await socket.next('my_standing')
  return socket
}

const newBoard = (version: number, over: Partial<Parameters<typeof announceBoard>[0]> = {}) =>
  announceBoard({
    weekendId,
    groupId: null,
    version,
    reason: 'result',
    total: 2,
    entries: [
      anEntry(bob.session.userId, { position: 1, totalPoints: 50 + version }),
      anEntry(ann.session.userId, { position: 2, totalPoints: 10 }),
    ],
    ranks: [rank(50 + version, 1), rank(10, 2)],
    changed: [total(bob.session.userId, 50 + version)],
    part: 1,
    parts: 1,
    ...over,
  })
const announceBoard = (
  data: Parameters<(typeof boardChanged)['data']['parse']>[0] & ReturnType<(typeof boardChanged)['data']['parse']>,
) => gateway.announce(boardChanged, data)

describe('a handshake', () => {
  test('is refused without a session, from another site, and elsewhere', async () => {
    prepare()
    expect(await refusal(gateway.url, {})).toEqual({ status: 401, code: 'UNAUTHORIZED' })
    expect(await refusal(gateway.url, { cookie: 'session=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' })).toMatchObject({
      status: 401,
    })
    const foreign = { cookie: ann.cookie, origin: 'https://evil.test' }
    expect(await refusal(gateway.url, foreign)).toEqual({ status: 403, code: 'FOREIGN_ORIGIN' })
    expect(await refusal(gateway.url, { cookie: ann.cookie }, '/api/ws')).toMatchObject({ status: 404 })
    expect(await refusal(gateway.url, { cookie: ann.cookie }, '/ws%2f')).toMatchObject({ status: 404 })
    await connect(ann, { origin: gateway.url })
  })

  test('is refused when the session has ten sockets', async () => {
    prepare()
    for (let count = 0; count < 10; count++) await connect(ann)
    expect(await refusal(gateway.url, { cookie: ann.cookie })).toMatchObject({ status: 429 })
    await connect(bob)
    open[0]?.close()
    await open[0]?.closed
    await expect.poll(async () => (await connect(ann)).ws.readyState).toBe(1)
  })

  test('somebody who offers HTTP/2 is served as always', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAARAAAAA' }
      request(`${gateway.url}/healthz`, { headers }, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
  })
})

describe('a subscription', () => {
  test('is greeted, granted and shown the state of everything', async () => {
    prepare()
    const socket = await connect(bob)
    const { data: hello, epoch } = await socket.next('hello')
    expect(hello).toMatchObject({ userId: bob.session.userId })
    socket.subscribe(weekendId, [3, 4])
    const { data: standing } = await socket.next('my_standing')
    expect(standing).toEqual({ weekendId, groupId: null, version: 5, position: 2, totalPoints: 0, positionChange: 1 })
    expect(socket.frames.map(({ type }) => type)).toEqual([
      'hello',
      'subscribed',
      'weekend_updated',
      'race_status',
      'race_status',
      'leaderboard_update',
      'my_standing',
    ])
    expect(new Set(socket.frames.map((frame) => frame.epoch))).toEqual(new Set([epoch]))
    expect(socket.of('subscribed')[0]?.data).toEqual({ weekendId, groupIds: [] })
    expect(socket.of('leaderboard_update')[0]?.data).toMatchObject({ version: 5, total: 2, groupId: null })
  })

  test('somebody without tips has a standing without position', async () => {
    prepare()
    const socket = await connect(signIn(gateway.state))
    socket.subscribe(weekendId)
    expect((await socket.next('my_standing')).data).toMatchObject({ position: null, totalPoints: null })
  })

  test('replaces the one before', async () => {
    prepare()
    const first = weekendId
    const socket = await follow(ann)
    prepare()
    socket.subscribe(weekendId)
    await socket.next('subscribed', ({ data }) => data.weekendId === weekendId)
    await gateway.announce(sessionScored, scored(first))
    await gateway.announce(sessionScored, scored(weekendId))
    await socket.next('race_completed', ({ data }) => data.race.weekendId === weekendId)
    expect(socket.of('race_completed')).toHaveLength(1)
  })

  test('of an unknown weekend is an error, and the socket stays', async () => {
    prepare()
    const socket = await connect(ann)
    socket.subscribe(999_999)
    expect((await socket.next('error')).data.code).toBe('NOT_FOUND')
    socket.subscribe(weekendId)
    await socket.next('my_standing')
  })

  test('loads a room once for all who wait', async () => {
    prepare()
    const before = gateway.state.asked.length
    const sockets = await Promise.all(Array.from({ length: 8 }, () => connect(signIn(gateway.state))))
    for (const socket of sockets) socket.subscribe(weekendId)
    await Promise.all(sockets.map((socket) => socket.next('my_standing')))
    const asked = gateway.state.asked.slice(before)
    expect(asked.filter((line) => line.includes(`/internal/boards/${weekendId}`))).toHaveLength(1)
    expect(asked.filter((line) => line.includes('/internal/weekends'))).toHaveLength(1)
  })

  test('that never comes ends the socket', { timeout: 10_000 }, async () => {
    prepare()
    const socket = await connect(ann)
    socket.send({ type: 'ping' })
    expect((await socket.closed).code).toBe(1008)
  })
})

const scored = (of: number, over: Partial<ReturnType<(typeof sessionScored)['data']['parse']>> = {}) => ({
  raceId: of * 10 + 1,
  weekendId: of,
  name: 'Race 1',
  category: MAIN_CATEGORY,
  revision: 1,
  kind: 'completed' as const,
  status: 'official' as const,
  reason: null,
  ...over,
})

describe('what happens is told', () => {
  test('a new board, and to everybody their own standing', async () => {
    prepare()
    const [hers, his] = [await follow(ann), await follow(bob)]
    await newBoard(6)
    const board = await hers.next('leaderboard_update', ({ data }) => data.version === 6)
    expect(board.data.entries.map(({ userId }) => userId)).toEqual([bob.session.userId, ann.session.userId])
    expect((await his.next('my_standing', ({ data }) => data.version === 6)).data).toMatchObject({
      position: 1,
      totalPoints: 56,
      positionChange: 1,
    })
    expect((await hers.next('my_standing', ({ data }) => data.version === 6)).data).toMatchObject({
      position: 2,
      totalPoints: 10,
      positionChange: -1,
    })
  })

  test('a version in parts counts when its last part is there', async () => {
    prepare()
    const his = await follow(bob)
    await newBoard(6, { changed: [total('somebody', 1)], part: 1, parts: 2 })
    await gateway.announce(sessionScored, scored(weekendId))
    await his.next('race_completed')
    expect(his.of('leaderboard_update').map(({ data }) => data.version)).toEqual([5])
    await newBoard(6, { part: 2, parts: 2 })
    await his.next('my_standing', ({ data }) => data.version === 6 && data.position === 1)
  })

  test('a board never falls back', async () => {
    prepare()
    const hers = await follow(ann)
    await newBoard(7)
    await hers.next('leaderboard_update', ({ data }) => data.version === 7)
    await newBoard(6)
    await newBoard(7)
    await newBoard(8)
    await hers.next('leaderboard_update', ({ data }) => data.version === 8)
    expect(hers.of('leaderboard_update').map(({ data }) => data.version)).toEqual([5, 7, 8])
  })

  test('a version that was missed is made good from tipping', async () => {
    prepare()
    const hers = await follow(ann)
    gateway.state.boards.get(weekendId)!.version = 9
    gateway.state.boards.get(weekendId)!.standings = [
      { ...total(ann.session.userId, 33), position: 2, positionChange: -1 },
    ]
    await newBoard(9)
    await hers.next('my_standing', ({ data }) => data.version === 9 && data.totalPoints === 33)
  })

  test('a newcomer joins the board', async () => {
    prepare()
    const carl = signIn(gateway.state)
    const socket = await follow(carl)
    await newBoard(6, {
      reason: 'newcomers',
      total: 3,
      ranks: [rank(10, 1), rank(0, 2, { count: 2 })],
      changed: [total(carl.session.userId, 0)],
    })
    expect((await socket.next('my_standing', ({ data }) => data.version === 6)).data).toMatchObject({
      position: 2,
      totalPoints: 0,
    })
  })

  test('a session was scored, corrected, and nothing twice', async () => {
    prepare()
    const hers = await follow(ann)
    await gateway.announce(sessionScored, scored(weekendId))
    await gateway.announce(sessionScored, scored(weekendId))
    await gateway.announce(
      sessionScored,
      scored(weekendId, { kind: 'corrected', revision: 2, status: 'amended', reason: 'Penalty' }),
    )
    await gateway.announce(
      sessionScored,
      scored(weekendId, { raceId: 77, kind: 'withdrawn-first', status: 'cancelled' }),
    )
    const { data } = await hers.next('result_corrected')
    expect(data).toMatchObject({
      revision: 2,
      status: 'amended',
      reason: 'Penalty',
      race: { name: 'Race 1', weekendId },
    })
    expect(hers.of('race_completed')).toHaveLength(1)
    expect(hers.of('result_corrected')).toHaveLength(1)
  })

  test('a session changes its state, its deadline and its result', async () => {
    prepare()
    const hers = await follow(ann)
    const [held] = gateway.state.weekends.filter(({ weekend }) => weekend.id === weekendId)
    const raceId = weekendId * 10 + 1
    held!.races = held!.races.map((race) => (race.id === raceId ? { ...race, status: 'running' as const } : race))
    await gateway.announce(raceChanged, aRace({ id: raceId, weekendId, status: 'running' }))
    await hers.next('race_status', ({ data }) => data.id === raceId && data.status === 'running')
    const locksAt = new Date(Date.now() - 1_000).toISOString()
    await gateway.announce(sessionLockChanged, aSessionLock({ raceId, weekendId, locksAt }))
    await hers.next('race_status', ({ data }) => data.id === raceId && data.locked && data.deadline === locksAt)
    await gateway.announce(resultPublished, aResult({ raceId, weekendId, revision: 3, status: 'provisional' }))
    await hers.next('race_status', ({ data }) => data.resultRevision === 3 && data.resultStatus === 'provisional')
    expect(hers.of('weekend_updated')).toHaveLength(1)
  })

  test('a deadline that passes locks its session on the screen', async () => {
    prepare()
    const deadline = new Date(Date.now() + 1_500).toISOString()
    gateway.state.weekends.at(-1)!.races[0]!.deadline = deadline
    const hers = await follow(ann)
    expect(hers.of('race_status')[0]?.data).toMatchObject({ deadline, locked: false })
    await hers.next('race_status', ({ data }) => data.deadline === deadline && data.locked)
  })

  test('a weekend, its list of sessions and its cars change, and it goes', async () => {
    prepare()
    const hers = await follow(ann)
    const held = gateway.state.weekends.at(-1)!
    held.weekend = { ...held.weekend, venue: 'The Bend' }
    await gateway.announce(weekendChanged, aWeekend({ id: weekendId, venue: 'The Bend' }))
    await hers.next('weekend_updated', ({ data }) => data.weekend.venue === 'The Bend' && !data.racesChanged)
    held.races = [...held.races, aPublicRace(weekendId * 10 + 3, weekendId)]
    await gateway.announce(raceChanged, aRace({ id: weekendId * 10 + 3, weekendId }))
    await hers.next('weekend_updated', ({ data }) => data.racesChanged)
    await gateway.announce(carChanged, aCar({ weekendId }))
    await hers.next('weekend_updated', ({ data }) => data.carsChanged)
    gateway.state.weekends = gateway.state.weekends.filter((other) => other !== held)
    await gateway.announce(weekendChanged, aWeekend({ id: weekendId, deleted: true }))
    await hers.next('weekend_updated', ({ data }) => data.deleted)
    const late = await connect(bob)
    late.send({ type: 'subscribe', weekendId })
    expect(await late.next('error')).toMatchObject({ data: { code: 'NOT_FOUND' } })
  })

  test('of a weekend reach those who follow another one, or none yet', async () => {
    prepare()
    const other = await follow(ann)
    prepare()
    const newcomer = await connect(bob)
    newcomer.send({ type: 'subscribe', weekendId: null })
    expect(await newcomer.next('subscribed')).toMatchObject({ data: { weekendId: null, groupIds: [] } })
    await gateway.announce(weekendChanged, aWeekend({ id: weekendId }))
    for (const socket of [other, newcomer])
      expect(await socket.next('weekend_updated', ({ data }) => data.weekend.id === weekendId)).toMatchObject({
        data: { deleted: false, racesChanged: false, carsChanged: false },
      })
  })

  test('fifty updates a second reach a socket as a few, the last always', async () => {
    prepare()
    const hers = await follow(ann)
    const start = Date.now()
    const before = hers.frames.length
    for (let version = 6; version <= 105; version++) {
      await newBoard(version)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await hers.next('leaderboard_update', ({ data }) => data.version === 105)
    await hers.next('my_standing', ({ data }) => data.version === 105)
    const seconds = (Date.now() - start) / 1000
    expect((hers.frames.length - before) / seconds).toBeLessThanOrEqual(10)
    const versions = hers.of('leaderboard_update').map(({ data }) => data.version)
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
    const numbers = hers.of('leaderboard_update').flatMap(({ seq }) => seq ?? [])
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })
})

describe('sockets end', () => {
  test('with their session, within a second', async () => {
    prepare()
    const [first, second, other] = [await follow(ann), await follow(ann), await follow(bob)]
    await gateway.announce(sessionsRevoked, { userId: ann.session.userId, hashes: [ann.hash] })
    const at = Date.now()
    expect((await first.closed).code).toBe(4401)
    expect((await second.closed).code).toBe(4401)
    expect(Date.now() - at).toBeLessThan(1_000)
    expect(other.ws.readyState).toBe(1)
    expect(await refusal(gateway.url, { cookie: ann.cookie })).toMatchObject({ status: 401 })
  })

  test('with a sign-out through this gateway', async () => {
    prepare()
    const socket = await follow(ann)
    await fetch(`${gateway.url}/api/logout`, { headers: { cookie: ann.cookie }, redirect: 'manual' })
    expect((await socket.closed).code).toBe(4401)
  })

  test('when they send too much', async () => {
    prepare()
    const chatty = await follow(ann)
    for (let count = 0; count < 20; count++) chatty.send({ type: 'ping' })
    expect((await chatty.closed).code).toBe(1008)
    expect(chatty.of('pong')).toHaveLength(19)
    const large = await follow(bob)
    large.send({ type: 'ping', padding: 'x'.repeat(5_000) })
    expect((await large.closed).code).toBe(1009)
  })

  test('but not for a frame that makes no sense', async () => {
    prepare()
    const socket = await follow(ann)
    socket.send('no json')
    socket.send({ type: 'dance' })
    socket.send({ type: 'subscribe', weekendId, groupIds: Array.from({ length: 101 }, (_, index) => index + 1) })
    socket.ws.send(Buffer.from([1, 2, 3]))
    socket.send({ type: 'ping' })
    await socket.next('pong')
    expect(socket.of('error').map(({ data }) => data.code)).toEqual(Array(4).fill('BAD_FRAME'))
  })
})

describe('a socket that does not read', () => {
  test('gets the latest state when it reads again, not the ones between', async () => {
    prepare()
    const [slow, quick] = [await follow(bob), await follow(ann)]
    slow.tcp().pause()
    // Boards of which a few fill every buffer of the kernel.
    const entries = Array.from({ length: 20 }, (_, index) => anEntry(`fan${index}`, { username: 'x'.repeat(100_000) }))
    for (let version = 6; version <= 17; version++) {
      await newBoard(version, { entries })
      await quick.next('leaderboard_update', ({ data }) => data.version === version)
    }
    await newBoard(18)
    await quick.next('leaderboard_update', ({ data }) => data.version === 18)
    slow.tcp().resume()
    await slow.next('leaderboard_update', ({ data }) => data.version === 18)
    await slow.next('my_standing', ({ data }) => data.version === 18)
    expect(slow.of('leaderboard_update').length).toBeLessThan(quick.of('leaderboard_update').length)
    expect(slow.ws.readyState).toBe(1)
  })
})

describe('a gateway that stops', () => {
  test('says so to its sockets, and the next one has the board for them', async () => {
    prepare()
    const another = await startTestGateway({ fill: (state) => Object.assign(state, gateway.state) })
    const socket = await openSocket(another.url, { cookie: ann.cookie })
    socket.subscribe(weekendId)
    const { epoch } = await socket.next('leaderboard_update')
    await another.close()
    expect((await socket.closed).code).toBe(1001)
    const again = await follow(ann)
    expect((await again.next('leaderboard_update')).epoch).not.toBe(epoch)
  })
})
