import { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { aGroup, aMembership, anInvitation } from '@purple-sector/testing/builders'
import { openSocket } from '@purple-sector/testing/test-socket'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupScene, ofGroup } from '../../test/group-scene.ts'
import { realtimeScene } from '../../test/realtime-scene.ts'
import { type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const at = realtimeScene()
const { prepare, follow } = groupScene(at)

describe('group channel', () => {
  test('lets members by membership events follow the group, and no other user', async () => {
    const { ann, bob, weekendId, groupId, join, newBoard } = prepare()
    await join(ann)
    const hers = await follow(ann, weekendId, groupId)
    expect((await hers.next('leaderboard_update', ofGroup(groupId, 3))).data.entries).toHaveLength(2)
    const his = await at.connect(bob)
    his.subscribe(weekendId, [groupId, 99_999])
    expect((await his.next('subscribed')).data).toMatchObject({ weekendId, groupIds: [] })

    await newBoard(4)
    expect((await hers.next('my_standing', ofGroup(groupId, 4))).data).toMatchObject({ position: 2, totalPoints: 7 })
    await hers.next('leaderboard_update', ofGroup(groupId, 4))
    await at.newBoard(6)
    await his.next('leaderboard_update', ({ data }) => data.version === 6)
    expect(his.of('leaderboard_update').map(({ data }) => data.groupId)).toEqual([null, null])
  })

  test('notifies a user who joins, and lets them follow the group from then on', async () => {
    const { bob, weekendId, groupId, join, newBoard } = prepare()
    const his = await at.follow(bob)
    await join(bob)
    expect((await his.next('group_updated')).data).toEqual({
      groupId,
      weekendId,
      deleted: false,
      membersChanged: true,
      rulesChanged: false,
    })
    his.subscribe(weekendId, [groupId])
    await his.next('subscribed', ({ data }) => data.groupIds.includes(groupId))
    await his.next('my_standing', ofGroup(groupId, 3))
    await newBoard(4)
    expect((await his.next('my_standing', ofGroup(groupId, 4))).data).toMatchObject({ position: 1, totalPoints: 24 })
  })

  test('removes a former member before the next frame', async () => {
    const { ann, bob, weekendId, groupId, join, newBoard } = prepare()
    await join(ann)
    await join(bob)
    const [hers, his] = [await follow(ann, weekendId, groupId), await follow(bob, weekendId, groupId)]
    // In flight to both of them when Bob leaves.
    await newBoard(4)
    await join(bob, { deleted: true })
    await newBoard(5)
    await hers.next('leaderboard_update', ofGroup(groupId, 5))
    await at.newBoard(6)
    await his.next('leaderboard_update', ({ data }) => data.groupId === null && data.version === 6)
    expect(his.of('leaderboard_update').filter(ofGroup(groupId, 5))).toEqual([])
    his.subscribe(weekendId, [groupId])
    await his.next('subscribed', ({ data }) => data.groupIds.length === 0)
  })

  test('sends unchangedForMs for followed and other channels of the client', async () => {
    const { ann, bob, weekendId, groupId, join } = prepare()
    const began = performance.now()
    await join(ann)
    await join(bob)
    const unchangedForMsOf = async (user: SignedIn, groupIds: number[]): Promise<number> => {
      const socket = await at.connect(user)
      socket.subscribe(weekendId, groupIds)
      return (await socket.next('subscribed')).data.unchangedForMs
    }
    const stranger = signIn(at.gateway.state, { userId: `stranger of ${groupId}` })
    await follow(ann, weekendId, groupId)
    expect(await unchangedForMsOf(ann, [])).toBeLessThan(performance.now() - began)
    const passed = performance.now() - began
    expect(await unchangedForMsOf(stranger, [])).toBeGreaterThanOrEqual(Math.floor(Math.min(passed, 59_000)))
    const hers = await follow(ann, weekendId, groupId)
    hers.frames.length = 0
    const renamed = performance.now()
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId, name: 'Pit Crew' }))
    await hers.next('group_updated', ({ data }) => data.groupId === groupId)
    expect(await unchangedForMsOf(bob, [groupId])).toBeLessThan(performance.now() - renamed)
    const invited = performance.now()
    await at.gateway.publishEvent(
      invitationChanged,
      anInvitation({ groupId, weekendId, inviteeId: stranger.session.userId }),
    )
    await expect.poll(async () => (await unchangedForMsOf(stranger, [])) < performance.now() - invited).toBe(true)
  })

  test('ignores an older state of a membership', async () => {
    const { ann, weekendId, groupId, join } = prepare()
    await join(ann)
    await join(ann, { deleted: true })
    const membership = aMembership({ groupId, weekendId, userId: ann.session.userId })
    await at.gateway.publishEvent(membershipChanged, membership, { sequence: 1 })
    const hers = await at.follow(ann)
    hers.subscribe(weekendId, [groupId])
    await expect.poll(() => hers.of('subscribed').length).toBe(2)
    expect(hers.of('subscribed').at(-1)?.data.groupIds).toEqual([])
  })

  test('sends nothing for a republished state', async () => {
    const { ann, weekendId, groupId, join } = prepare()
    await join(ann)
    const hers = await follow(ann, weekendId, groupId)
    hers.frames.length = 0
    const repeated = { sequence: 1, republish: 'a request' }
    const membership = aMembership({ groupId, weekendId, userId: ann.session.userId })
    await at.gateway.publishEvent(membershipChanged, membership, repeated)
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId }), repeated)
    await at.newBoard(6)
    await hers.next('leaderboard_update', ({ data }) => data.version === 6)
    expect(hers.of('group_updated')).toEqual([])
  })

  test('sends a loss that only a republished state reveals', async () => {
    const { ann, weekendId, groupId, join } = prepare()
    await join(ann)
    const hers = await follow(ann, weekendId, groupId)
    hers.frames.length = 0
    const left = aMembership({ groupId, weekendId, userId: ann.session.userId, deleted: true })
    await at.gateway.publishEvent(membershipChanged, left, { sequence: 99_999, republish: 'a request' })
    await hers.next('group_updated', ({ data }) => data.groupId === groupId)
  })

  test('sends its end to every member once, follower or not', async () => {
    const { ann, bob, weekendId, groupId, join } = prepare()
    await join(ann)
    await join(bob)
    const [hers, his] = [await follow(ann, weekendId, groupId), await at.follow(bob)]
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId, deleted: true }))
    for (const socket of [hers, his]) {
      await socket.next('group_updated', ({ data }) => data.groupId === groupId && data.deleted)
      socket.send({ type: 'ping' })
      await socket.next('pong')
      expect(socket.of('group_updated').filter(({ data }) => data.deleted)).toHaveLength(1)
    }
  })

  test('sends changes of the group, and ends when it is deleted', async () => {
    const { ann, weekendId, groupId, join, newBoard } = prepare()
    await join(ann)
    const hers = await follow(ann, weekendId, groupId)
    hers.frames.length = 0
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId, name: 'Pit Crew' }))
    await hers.next('group_updated', ({ data }) => !data.deleted)
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId, deleted: true }))
    await hers.next('group_updated', ({ data }) => data.deleted)
    await newBoard(4)
    await at.newBoard(6)
    await hers.next('leaderboard_update', ({ data }) => data.version === 6)
    expect(hers.of('leaderboard_update').map(({ data }) => data.groupId)).toEqual([null])
    // A late membership event does not restore the group.
    await join(ann)
    hers.subscribe(weekendId, [groupId])
    expect((await hers.next('subscribed')).data.groupIds).toEqual([])
  })
})

describe('memberships before a gateway started', () => {
  let gateway: TestGateway
  let fans: SignedIn[]
  beforeAll(async () => {
    gateway = await startTestGateway({
      fill(state) {
        Object.assign(state, { weekends: at.gateway.state.weekends, boards: at.gateway.state.boards })
        fans = Array.from({ length: 5 }, () => signIn(state))
        const { weekendId } = at.prepare()
        state.memberships = fans.map(({ session: { userId } }) => ({
          groupId: 7,
          weekendId,
          allSeason: false,
          userId,
          sequence: 4,
        }))
      },
    })
  })
  afterAll(() => gateway?.close())

  test('loads memberships from groups before it starts, and applies events after them', async () => {
    const [ann] = fans.slice(-1)
    if (!ann) throw new Error('There is no user')
    const { userId } = ann.session
    const [{ weekendId = 0 } = {}] = gateway.state.memberships
    const socket = await openSocket(gateway.url, { cookie: ann.cookie })
    socket.subscribe(weekendId, [7])
    expect((await socket.next('subscribed')).data).toMatchObject({ weekendId, groupIds: [7] })
    await socket.next('leaderboard_update', ({ data }) => data.groupId === 7)
    const left = aMembership({ groupId: 7, weekendId, userId, deleted: true })
    await gateway.publishEvent(membershipChanged, left, { sequence: 4 })
    socket.subscribe(weekendId, [7])
    await expect.poll(() => socket.of('subscribed').length).toBe(2)
    expect(socket.of('subscribed').at(-1)?.data.groupIds).toEqual([7])
    await gateway.publishEvent(membershipChanged, left, { sequence: 5 })
    await socket.next('group_updated')
    socket.subscribe(weekendId, [7])
    await expect.poll(() => socket.of('subscribed').length).toBe(3)
    expect(socket.of('subscribed').at(-1)?.data.groupIds).toEqual([])
    socket.close()
  })
})
