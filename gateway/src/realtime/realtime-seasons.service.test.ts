import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { seasonBoardChanged } from '@purple-sector/contracts/tipping/events'
import { type SeasonScope, scopeKey } from '@purple-sector/contracts/tipping/scope'
import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import { aGroup, aMembership } from '@purple-sector/testing/builders'
import { seasonEntry, seasonReply, seasonStanding, weekendReply } from '@purple-sector/testing/replies'
import { openSocket } from '@purple-sector/testing/test-socket'
import { describe, expect, test } from 'vitest'
import { groupScene } from '../../test/group-scene.ts'
import { realtimeScene } from '../../test/realtime-scene.ts'
import type { SignedIn } from '../../test/stub-services.ts'

const at = realtimeScene()
const groups = groupScene(at)
const CHANGED_AT = '2026-03-01T09:30:00.000Z'
const LONG = { timeout: 30_000 }
let lastSeason = 0

/** Stores a version of a season board with Ann before Bob; the points rise with the version. */
const store = ({ ann, bob }: { ann: SignedIn; bob: SignedIn }, scope: SeasonScope, version: number) => {
  const [hers, his] = [ann.session.userId, bob.session.userId]
  at.gateway.state.seasonBoards.set(scopeKey(scope), {
    version,
    changedAt: CHANGED_AT,
    entries: [seasonEntry(hers, { totalPoints: 100 + version }), seasonEntry(his, { position: 2 })],
    standings: [
      seasonStanding(hers, { totalPoints: 100 + version }),
      seasonStanding(his, { position: 2, canWin: false }),
    ],
  })
}

/** Creates a season for the test; `publish` makes a version of one of its boards. */
const prepare = () => {
  const scene = groups.prepare()
  const seasonId = ++lastSeason
  at.gateway.state.seasons.push(seasonReply({ id: seasonId }))
  const [open, ofGroup] = [
    { seasonId, groupId: null },
    { seasonId, groupId: scene.groupId },
  ]
  for (const scope of [open, ofGroup]) store(scene, scope, 4)
  const publish = async (scope: SeasonScope, version: number) => {
    store(scene, scope, version)
    await at.gateway.publishEvent(seasonBoardChanged, { ...scope, version, changedAt: CHANGED_AT })
  }
  /** Opens a socket that follows the weekend, the season and these groups. */
  const follow = async (user: SignedIn, groupIds: number[] = []) => {
    const socket = await at.connect(user)
    socket.subscribe(scene.weekendId, groupIds, { seasonId })
    expect((await socket.next('subscribed')).data).toMatchObject({ weekendId: scene.weekendId, seasonId })
    await socket.next('my_season')
    return socket
  }
  const countRequests = (path: string) =>
    at.gateway.state.requests.filter((request) => request.includes(path) && request.includes(`season`)).length
  return { ...scene, seasonId, open, ofGroup, publish, follow, countRequests }
}

const isOf =
  ({ groupId }: SeasonScope, version: number) =>
  ({ data }: { data: { groupId: number | null; version: number } }) =>
    data.groupId === groupId && data.version === version

describe('season leaderboard of the open competition', () => {
  test('sends the first rows and the user’s own standing, now and with every version', async () => {
    const { ann, bob, seasonId, open, publish, follow } = prepare()
    const [hers, his] = [await follow(ann), await follow(bob)]
    const [first] = [await hers.next('season_leaderboard', isOf(open, 4))]
    expect(first).toMatchObject({ at: CHANGED_AT, data: { seasonId, groupId: null, version: 4, total: 2 } })
    expect(first.data.entries.map(({ userId }) => userId)).toEqual([ann.session.userId, bob.session.userId])
    expect((await his.next('my_season', isOf(open, 4))).data).toEqual({
      ...{ seasonId, groupId: null, version: 4 },
      ...{ position: 2, shared: false, totalPoints: 0, positionChange: 0, canWin: false, clinched: false },
    })
    await publish(open, 5)
    for (const socket of [hers, his]) {
      const board = await socket.next('season_leaderboard', isOf(open, 5))
      expect([board.at, board.data.entries[0]?.totalPoints]).toEqual([CHANGED_AT, 105])
    }
    expect(await hers.next('my_season', isOf(open, 5))).toMatchObject({ at: CHANGED_AT, data: { totalPoints: 105 } })
    // Bob's standing is as before.
    expect(his.of('my_season')).toHaveLength(1)
  })

  test('conflates many versions, and always sends the last', async () => {
    const { ann, open, publish, follow } = prepare()
    const hers = await follow(ann)
    for (let version = 5; version <= 60; version++) await publish(open, version)
    await hers.next('season_leaderboard', isOf(open, 60))
    await hers.next('my_season', isOf(open, 60))
    const versions = hers.of('season_leaderboard').map(({ data }) => data.version)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(versions.length).toBeLessThan(30)
  })

  test('sends nothing of a season to clients that did not name it', async () => {
    const { ann, bob, open, publish, follow } = prepare()
    const hers = await follow(ann)
    const his = await at.follow(bob)
    expect(his.of('subscribed').map(({ data }) => 'seasonId' in data)).toEqual([false])
    await publish(open, 5)
    await hers.next('season_leaderboard', isOf(open, 5))
    await his.settled()
    expect([...his.of('season_leaderboard'), ...his.of('my_season')]).toEqual([])
    // A subscription without the season leaves its channel.
    hers.frames.length = 0
    hers.subscribe(1)
    await hers.next('subscribed')
    hers.frames.length = 0
    const another = await follow(bob)
    await publish(open, 6)
    await another.next('season_leaderboard', isOf(open, 6))
    await hers.settled()
    expect(hers.of('season_leaderboard')).toEqual([])
  })

  test('grants all but a season that does not exist', async () => {
    const { ann, weekendId, seasonId } = prepare()
    const hers = await at.connect(ann)
    for (const unknown of [seasonId + 900, 3_000_000_000]) {
      hers.frames.length = 0
      hers.subscribe(weekendId, [], { seasonId: unknown })
      expect((await hers.next('subscribed')).data).toMatchObject({ weekendId, seasonId: null })
    }
    await at.newBoard(6)
    await hers.next('leaderboard_update', ({ data }) => data.version === 6)
    expect([...hers.of('error'), ...hers.of('season_leaderboard')]).toEqual([])
  })

  test('grants a season whose leaderboard tipping cannot send yet', async () => {
    const { ann, weekendId, seasonId, open } = prepare()
    at.gateway.state.before = (service, url) => {
      if (service === 'tipping' && url.includes('season')) throw new Error('tipping is away')
    }
    const hers = await at.connect(ann)
    hers.subscribe(weekendId, [], { seasonId })
    expect((await hers.next('subscribed')).data).toMatchObject({ seasonId })
    await hers.next('my_standing')
    expect(hers.of('season_leaderboard')).toEqual([])
    at.gateway.state.before = () => {}
    await hers.next('season_leaderboard', isOf(open, 4))
    await hers.next('my_season', isOf(open, 4))
  })

  test('says after a reconnect for how long the season has not changed', async () => {
    const { ann, weekendId, seasonId, open, follow } = prepare()
    const hers = await follow(ann)
    const unchangedForMs = async () => {
      const socket = await openSocket(at.gateway.url, { cookie: ann.cookie })
      socket.subscribe(weekendId, [], { seasonId })
      const { data, epoch } = await socket.next('subscribed')
      const board = await socket.next('season_leaderboard', isOf(open, 4))
      expect([epoch, board.epoch, board.seq]).toEqual([hers.frames[0]?.epoch, epoch, undefined])
      socket.close()
      return data.unchangedForMs
    }
    hers.close()
    const changed = performance.now()
    await at.gateway.publishEvent(seasonChanged, {
      ...seasonReply({ id: seasonId, countBest: 2 }),
      completedAt: null,
      deleted: false,
    })
    await expect.poll(async () => (await unchangedForMs()) <= performance.now() - changed, LONG).toBe(true)
    const repeated = { sequence: 1, republish: 'a request' }
    const before = await unchangedForMs()
    await at.gateway.publishEvent(
      seasonChanged,
      { ...seasonReply({ id: seasonId }), completedAt: null, deleted: false },
      repeated,
    )
    expect(await unchangedForMs()).toBeGreaterThanOrEqual(before)
  })

  test('ends with the season', async () => {
    const { ann, weekendId, seasonId, open, publish, follow } = prepare()
    const hers = await follow(ann)
    at.gateway.state.seasons.length = 0
    await at.gateway.publishEvent(seasonChanged, { ...seasonReply({ id: seasonId }), completedAt: null, deleted: true })
    const grantedSeason = async () => {
      hers.frames.length = 0
      hers.subscribe(weekendId, [], { seasonId })
      return (await hers.next('subscribed')).data.seasonId
    }
    await expect.poll(grantedSeason, LONG).toBe(null)
    hers.frames.length = 0
    await publish(open, 5)
    await at.newBoard(6)
    await hers.next('leaderboard_update', ({ data }) => data.version === 6)
    await hers.settled()
    expect(hers.of('season_leaderboard')).toEqual([])
  })
})

describe('season leaderboard of a group', () => {
  test('comes with the group’s channel, for members alone', async () => {
    const { ann, bob, groupId, weekendId, seasonId, ofGroup, publish, follow, join } = prepare()
    await join(ann)
    await (await groups.follow(ann, weekendId, groupId)).close()
    const hers = await follow(ann, [groupId])
    expect((await hers.next('my_season', isOf(ofGroup, 4))).data).toMatchObject({ seasonId, groupId, position: 1 })
    await hers.next('season_leaderboard', isOf(ofGroup, 4))
    const his = await follow(bob, [groupId])
    expect(his.of('subscribed').map(({ data }) => data.groupIds)).toEqual([[]])
    expect(hers.of('subscribed').map(({ data }) => data.groupIds)).toEqual([[groupId]])
    await publish(ofGroup, 5)
    expect((await hers.next('season_leaderboard', isOf(ofGroup, 5))).at).toBe(CHANGED_AT)
    await hers.next('my_season', isOf(ofGroup, 5))
    await his.settled()
    expect(his.of('season_leaderboard').filter(({ data }) => data.groupId !== null)).toEqual([])
  })

  test('ends with the membership before the next frame, and with the group', async () => {
    const { ann, bob, groupId, weekendId, ofGroup, publish, follow, join } = prepare()
    for (const user of [ann, bob]) {
      await join(user)
      await (await groups.follow(user, weekendId, groupId)).close()
    }
    const [hers, his] = [await follow(ann, [groupId]), await follow(bob, [groupId])]
    for (const socket of [hers, his]) await socket.next('season_leaderboard', isOf(ofGroup, 4))
    await at.gateway.publishEvent(
      membershipChanged,
      aMembership({ groupId, weekendId, userId: bob.session.userId, deleted: true }),
    )
    await publish(ofGroup, 5)
    await hers.next('season_leaderboard', isOf(ofGroup, 5))
    await his.settled()
    expect(his.of('season_leaderboard').filter(isOf(ofGroup, 5))).toEqual([])
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId, deleted: true }))
    await hers.next('group_updated', ({ data }) => data.deleted)
    hers.frames.length = 0
    await publish(ofGroup, 6)
    await at.newBoard(6)
    await hers.next('leaderboard_update', ({ data }) => data.version === 6)
    expect(hers.of('season_leaderboard').filter(isOf(ofGroup, 6))).toEqual([])
  })

  test('stays when the group’s weekend changes', async () => {
    const { ann, groupId, weekendId, ofGroup, publish, follow, join } = prepare()
    await join(ann)
    await (await groups.follow(ann, weekendId, groupId)).close()
    const hers = await follow(ann, [groupId])
    await hers.next('season_leaderboard', isOf(ofGroup, 4))
    const next = weekendId + 5_000
    at.gateway.state.weekends.push({ weekend: weekendReply({ id: next }), races: [] })
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId }))
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId: next }))
    await hers.next('my_standing', ({ data }) => data.weekendId === next)
    await publish(ofGroup, 5)
    await hers.next('season_leaderboard', isOf(ofGroup, 5))
  })

  test('is silent for a group of one weekend', async () => {
    const { ann, groupId, weekendId, open, follow, join } = prepare()
    at.gateway.state.seasonBoards.delete(scopeKey({ seasonId: open.seasonId, groupId }))
    await join(ann)
    await (await groups.follow(ann, weekendId, groupId)).close()
    const hers = await follow(ann, [groupId])
    await hers.next('season_leaderboard', isOf(open, 4))
    await hers.settled()
    expect(
      hers.frames.filter(({ type, data }) => type.includes('season') && 'groupId' in data && data.groupId),
    ).toEqual([])
  })
})
