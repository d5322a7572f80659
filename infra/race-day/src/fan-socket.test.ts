import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openFanSocket } from './fan-socket.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

/** A gateway that grants what it is told to, and tells every subscription that it heard. */
const gatewayUnderTest = async (grants: (groupIds: number[]) => number[]) => {
  const server = new WebSocketServer({ port: 0 })
  open.push(server)
  const asked: number[][] = []
  const sockets: WebSocket[] = []
  const tell = (frame: object) => {
    for (const socket of sockets) socket.send(JSON.stringify({ epoch: 'a', ...frame }))
  }
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (text) => {
      const { groupIds } = JSON.parse(String(text)).data
      asked.push(groupIds)
      tell({ type: 'subscribed', data: { weekendId: 1, groupIds: grants(groupIds) } })
    })
    tell({ type: 'hello', data: { userId: 'ann', serverTime: '2026-03-13T08:00:00.000Z' } })
  })
  await once(server, 'listening')
  const fan = openFanSocket({
    urls: [`http://localhost:${(server.address() as AddressInfo).port}`],
    cookie: '',
    weekendId: 1,
  })
  open.push(fan)
  await fan.ready
  return { fan, asked, tell }
}

const news = (groupId: number, seq?: number) => ({ type: 'group_updated', data: { groupId, deleted: false }, seq })

test('a membership that ended and began again while it was granted is followed again', async () => {
  const { fan, asked, tell } = await gatewayUnderTest((groupIds) => groupIds)
  fan.follow(7)
  await expect.poll(() => asked).toEqual([[], [7]])
  // The gateway took this socket out of the group, and tells its user of both memberships.
  tell(news(7))
  await expect.poll(() => asked).toEqual([[], [7], [7]])
})

test('news of a group that is followed, and of one that is not, ask for nothing', async () => {
  const { fan, asked, tell } = await gatewayUnderTest((groupIds) => groupIds)
  fan.follow(7)
  await expect.poll(() => asked).toEqual([[], [7]])
  tell(news(7, 12))
  tell(news(8))
  tell({ type: 'error', data: { code: 'LAST', message: 'All is heard.' } })
  await expect.poll(() => fan.complaints).toEqual(['error frame LAST: All is heard.'])
  // Twice as long as questions are gathered.
  await setTimeout(100)
  expect(asked).toEqual([[], [7]])
})

test('a group that the gateway does not know yet is asked for until it is granted', async () => {
  let isKnown = false
  const { fan, asked } = await gatewayUnderTest((groupIds) => (isKnown ? groupIds : []))
  fan.follow(7)
  await expect.poll(() => asked.length).toBeGreaterThan(2)
  isKnown = true
  const before = asked.length
  await expect.poll(() => asked.length).toBeGreaterThan(before)
})
