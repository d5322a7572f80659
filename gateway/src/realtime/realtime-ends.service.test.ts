import { sessionsRevoked } from '@purple-sector/contracts/identity/events'
import { openSocket, refusal } from '@purple-sector/testing/test-socket'
import { describe, expect, test } from 'vitest'
import { realtimeScene } from '../../test/realtime-scene.ts'
import { startTestGateway } from '../../test/test-gateway.ts'

const at = realtimeScene()

describe('sockets', () => {
  test('closes the sockets of a revoked session', async () => {
    const { ann, bob } = at.prepare()
    const [first, second, other] = [await at.follow(ann), await at.follow(ann), await at.follow(bob)]
    await at.gateway.publishEvent(sessionsRevoked, { userId: ann.session.userId, hashes: [ann.hash] })
    expect((await first.closed).code).toBe(4401)
    expect((await second.closed).code).toBe(4401)
    expect(other.ws.readyState).toBe(1)
    expect(await refusal(at.gateway.url, { cookie: ann.cookie })).toMatchObject({ status: 401 })
  })

  test('closes sockets on a sign-out through this gateway', async () => {
    const { ann } = at.prepare()
    const socket = await at.follow(ann)
    await fetch(`${at.gateway.url}/api/logout`, { headers: { cookie: ann.cookie }, redirect: 'manual' })
    expect((await socket.closed).code).toBe(4401)
  })

  test('closes sockets that send too much', async () => {
    const { ann, bob } = at.prepare()
    const flooding = await at.follow(ann)
    for (let count = 0; count < 20; count++) flooding.send({ type: 'ping' })
    expect((await flooding.closed).code).toBe(1008)
    expect(flooding.of('pong')).toHaveLength(19)
    const large = await at.follow(bob)
    large.send({ type: 'ping', padding: 'x'.repeat(5_000) })
    expect((await large.closed).code).toBe(1009)
  })

  test('keeps a socket after an invalid frame', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    socket.send('no json')
    socket.send({ type: 'dance' })
    socket.send({ type: 'subscribe', weekendId, groupIds: Array.from({ length: 101 }, (_, index) => index + 1) })
    socket.ws.send(Buffer.from([1, 2, 3]))
    socket.send({ type: 'ping' })
    await socket.next('pong')
    expect(socket.of('error').map(({ data }) => data.code)).toEqual(Array(4).fill('BAD_FRAME'))
  })
})

describe('stopping gateway', () => {
  test('closes sockets on stopping, and the next gateway sends them the board', async () => {
    const { ann, weekendId } = at.prepare()
    const another = await startTestGateway({ fill: (state) => Object.assign(state, at.gateway.state) })
    const socket = await openSocket(another.url, { cookie: ann.cookie })
    socket.subscribe(weekendId)
    const { epoch } = await socket.next('leaderboard_update')
    await another.close()
    expect((await socket.closed).code).toBe(1001)
    const again = await at.follow(ann)
    expect((await again.next('leaderboard_update')).epoch).not.toBe(epoch)
  })
})
