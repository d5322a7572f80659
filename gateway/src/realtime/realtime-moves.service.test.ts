import { createInProcessCache } from '@purple-sector/cache'
import { sessionsRevoked } from '@purple-sector/contracts/identity/events'
import { READY_GATEWAYS } from '@purple-sector/contracts/sockets'
import { sessionScored } from '@purple-sector/contracts/tipping/events'
import { openSocket, refusal, type TestSocket } from '@purple-sector/testing/test-socket'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { realtimeScene, scored } from '../../test/realtime-scene.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

const at = realtimeScene()
const cache = createInProcessCache()
/** The gateway to which clients of the others reconnect. */
let peer: TestGateway

const startAnother = async (): Promise<TestGateway> => {
  const gateway = await startTestGateway({ fill: (state) => Object.assign(state, at.gateway.state), cache })
  onTestFinished(() => gateway.close())
  return gateway
}
beforeAll(async () => {
  peer = await startTestGateway({ fill: (state) => Object.assign(state, at.gateway.state), cache })
})
afterAll(async () => {
  await peer.close()
  await cache.close()
})

const follow = async ({ url }: TestGateway, cookie: string, weekendId: number | null): Promise<TestSocket> => {
  const socket = await openSocket(url, { cookie })
  onTestFinished(() => socket.ws.terminate())
  socket.send({ type: 'subscribe', weekendId, groupIds: [] })
  await socket.next(weekendId === null ? 'subscribed' : 'my_standing')
  return socket
}
const readiness = async ({ url }: TestGateway): Promise<number> => (await fetch(`${url}/readyz`)).status
const untilReadyTogether = (count: number) => expect.poll(() => cache.gauge(READY_GATEWAYS).sum()).toBe(count)

test('a stopping gateway drains its sockets, and sends them everything until they have moved', async () => {
  const { ann, bob, weekendId } = at.prepare()
  const stoppingGateway = await startAnother()
  await untilReadyTogether(2)
  const sockets = [
    await follow(stoppingGateway, ann.cookie, weekendId),
    await follow(stoppingGateway, bob.cookie, null),
  ]
  const [hers] = sockets
  const stopped = stoppingGateway.gateway.stop()
  for (const socket of sockets) await socket.next('reconnect')
  expect(await readiness(stoppingGateway)).toBe(503)
  expect(await readiness(peer)).toBe(200)
  expect(await refusal(stoppingGateway.url, { cookie: ann.cookie })).toEqual({ status: 503, code: 'UNAVAILABLE' })
  // Clients that have not reconnected yet miss nothing.
  await stoppingGateway.publishEvent(sessionScored, scored(weekendId))
  await hers?.next('race_completed')
  const movedSocket = await follow(peer, ann.cookie, weekendId)
  expect((await movedSocket.next('leaderboard_update')).data.version).toBe(5)
  for (const socket of sockets) {
    expect(socket.of('reconnect')).toHaveLength(1)
    socket.close()
  }
  await stopped
  expect(movedSocket.ws.readyState).toBe(1)
})

test('closes clients that do not reconnect at the end', async () => {
  const { ann, weekendId } = at.prepare()
  const stoppingGateway = await startAnother()
  await untilReadyTogether(2)
  const socket = await follow(stoppingGateway, ann.cookie, weekendId)
  await stoppingGateway.gateway.stop()
  expect(socket.of('reconnect')).toHaveLength(1)
  expect((await socket.closed).code).toBe(1001)
})

test('closes the sockets of a session that ends meanwhile', async () => {
  const { ann, weekendId } = at.prepare()
  const stoppingGateway = await startAnother()
  await untilReadyTogether(2)
  const socket = await follow(stoppingGateway, ann.cookie, weekendId)
  const stopped = stoppingGateway.gateway.stop()
  await socket.next('reconnect')
  await stoppingGateway.publishEvent(sessionsRevoked, { userId: ann.session.userId, hashes: [ann.hash] })
  expect((await socket.closed).code).toBe(4401)
  await stopped
})

test('does not drain to a gateway that has already stopped', async () => {
  const { ann, weekendId } = at.prepare()
  const ownCache = createInProcessCache()
  onTestFinished(() => ownCache.close())
  const start = () => startTestGateway({ fill: (state) => Object.assign(state, at.gateway.state), cache: ownCache })
  const [first, last] = await Promise.all([start(), start()])
  for (const each of [first, last]) onTestFinished(() => each.close())
  await expect.poll(() => ownCache.gauge(READY_GATEWAYS).sum()).toBe(2)
  const socket = await follow(last, ann.cookie, weekendId)
  await first.gateway.stop()
  await last.gateway.stop()
  expect((await socket.closed).code).toBe(1001)
  expect(socket.of('reconnect')).toEqual([])
})

test('stops at once without other gateways', async () => {
  const { ann, weekendId } = at.prepare()
  const alone = await startTestGateway({ fill: (state) => Object.assign(state, at.gateway.state) })
  onTestFinished(() => alone.close())
  const socket = await follow(alone, ann.cookie, weekendId)
  await alone.gateway.stop()
  expect((await socket.closed).code).toBe(1001)
  expect(socket.of('reconnect')).toEqual([])
})
