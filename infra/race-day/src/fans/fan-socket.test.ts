import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openFanSocket } from './fan-socket.ts'

const closables: { close(): void }[] = []
afterEach(() => {
  for (const closable of closables.splice(0)) closable.close()
})

/** Starts a gateway that grants what `grants` returns, and records every subscription that it receives. */
const createTestGateway = async (grants: (groupIds: number[]) => number[]) => {
  const server = new WebSocketServer({ port: 0 })
  closables.push(server)
  const subscriptions: number[][] = []
  const sockets: WebSocket[] = []
  const report = (frame: object) => {
    for (const socket of sockets) socket.send(JSON.stringify({ epoch: 'a', ...frame }))
  }
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (text) => {
      const { groupIds } = JSON.parse(String(text)).data
      subscriptions.push(groupIds)
      report({ type: 'subscribed', data: { weekendId: 1, groupIds: grants(groupIds) } })
    })
    report({ type: 'hello', data: { userId: 'ann', serverTime: '2026-03-13T08:00:00.000Z' } })
  })
  await once(server, 'listening')
  const fan = openFanSocket({
    urls: [`http://localhost:${(server.address() as AddressInfo).port}`],
    cookie: '',
    weekendId: 1,
  })
  closables.push(fan)
  await fan.ready
  return { fan, subscriptions, report }
}

const groupUpdated = (groupId: number, seq?: number) => ({
  type: 'group_updated',
  data: { groupId, deleted: false },
  seq,
})

test('subscribes again after a granted membership ended and started again', async () => {
  const { fan, subscriptions, report } = await createTestGateway((groupIds) => groupIds)
  fan.follow(7)
  await expect.poll(() => subscriptions).toEqual([[], [7]])
  // The gateway removed this socket from the group, and notifies its user of both memberships.
  report(groupUpdated(7))
  await expect.poll(() => subscriptions).toEqual([[], [7], [7]])
})

test('does not subscribe again for updates of a followed or an unknown group', async () => {
  const { fan, subscriptions, report } = await createTestGateway((groupIds) => groupIds)
  fan.follow(7)
  await expect.poll(() => subscriptions).toEqual([[], [7]])
  report(groupUpdated(7, 12))
  report(groupUpdated(8))
  report({ type: 'error', data: { code: 'LAST', message: 'All is received.' } })
  await expect.poll(() => fan.violations).toEqual(['error frame LAST: All is received.'])
  // Twice the delay that batches subscriptions.
  await setTimeout(100)
  expect(subscriptions).toEqual([[], [7]])
})

test('repeats the subscription to a group until the gateway grants it', async () => {
  let isKnown = false
  const { fan, subscriptions } = await createTestGateway((groupIds) => (isKnown ? groupIds : []))
  fan.follow(7)
  await expect.poll(() => subscriptions.length).toBeGreaterThan(2)
  isKnown = true
  const before = subscriptions.length
  await expect.poll(() => subscriptions.length).toBeGreaterThan(before)
})

/** Starts a gateway that grants everything and rejects connections while it stops. */
const createStoppableGateway = async () => {
  let isStopping = false
  const server = new WebSocketServer({ port: 0, verifyClient: () => !isStopping })
  closables.push(server)
  const sockets = new Set<WebSocket>()
  const subscriptions: WebSocket[] = []
  const report = (frame: object) => {
    for (const socket of sockets) socket.send(JSON.stringify({ epoch: 'a', ...frame }))
  }
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', () => {
      subscriptions.push(socket)
      socket.send(JSON.stringify({ epoch: 'a', type: 'subscribed', data: { weekendId: 1, groupIds: [] } }))
    })
    socket.send(
      JSON.stringify({ epoch: 'a', type: 'hello', data: { userId: 'ann', serverTime: '2026-03-13T08:00:00.000Z' } }),
    )
  })
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sockets,
    subscriptions,
    report,
    announceStop() {
      isStopping = true
      report({ type: 'reconnect', data: {} })
    },
    resume() {
      isStopping = false
    },
    kill() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

const completed = (revision: number) => ({
  type: 'race_completed',
  data: { race: { id: 11, name: 'Race 1', weekendId: 1 }, revision },
})
const longTimeout = { timeout: 10_000 }

const createTwoGateways = async () => {
  const [first, second] = [await createStoppableGateway(), await createStoppableGateway()]
  const fan = openFanSocket({ urls: [first.url, second.url], cookie: '', weekendId: 1 })
  closables.push(fan)
  await fan.ready
  return {
    first,
    second,
    fan,
    receivedBy: () => fan.receivedRevisions.completed.get(11)?.map(({ revision }) => revision),
  }
}

test('moves to the next gateway once that has replied, and records each revision once', async () => {
  const { first, second, fan, receivedBy } = await createTwoGateways()
  first.announceStop()
  await expect.poll(() => second.sockets.size).toBe(1)
  for (const gateway of [first, second]) gateway.report(completed(1))
  await expect.poll(receivedBy).toEqual([1])
  await expect.poll(() => first.sockets.size, longTimeout).toBe(0)
  second.report(completed(2))
  await expect.poll(receivedBy).toEqual([1, 2])
  // A repetition on the same connection counts twice.
  second.report(completed(2))
  await expect.poll(receivedBy).toEqual([1, 2, 2])
  // Move back, as in a rolling restart.
  first.resume()
  second.announceStop()
  await expect.poll(() => second.sockets.size, longTimeout).toBe(0)
  expect(first.sockets.size).toBe(1)
  expect([fan.interruptions, fan.violations]).toEqual([0, []])
})

test('stays on a stopping gateway while no other accepts it, and counts a later loss', async () => {
  const { first, second, fan } = await createTwoGateways()
  second.announceStop()
  first.announceStop()
  first.report(completed(1))
  await expect.poll(() => fan.receivedRevisions.completed.size).toBe(1)
  expect(first.sockets.size).toBe(1)
  second.resume()
  first.kill()
  await expect.poll(() => second.sockets.size, longTimeout).toBe(1)
  expect(fan.interruptions).toBeGreaterThan(0)
})

test('keeps the frames of the next gateway if the previous one crashes during the move', async () => {
  const { first, second, fan } = await createTwoGateways()
  first.announceStop()
  await expect.poll(() => second.subscriptions.length).toBe(1)
  // The order matters: the second gateway has replied when the first sends its last frame.
  first.report(completed(1))
  await expect.poll(() => fan.receivedRevisions.completed.size).toBe(1)
  first.kill()
  second.report(completed(2))
  await expect.poll(() => fan.receivedRevisions.completed.get(11)?.length).toBe(2)
  expect(second.sockets.size).toBe(1)
})
