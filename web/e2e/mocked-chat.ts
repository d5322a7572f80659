import type { Page, Route, WebSocketRoute } from '@playwright/test'
import type { Message, Room } from '@purple-sector/contracts/chat/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { boardEntry, groupReply, messageFrom, raceReply, roomReply, weekendReply } from '@purple-sector/testing/replies'
import { dropPrefetched } from './drop-prefetched.ts'
import { frameReplies } from './frame-replies.ts'

const WEEKEND_ID = 1
const GROUP_ID = 1

const weekend = weekendReply({ id: WEEKEND_ID, status: 'live', venue: 'Kingsway Street Circuit, Adelaide' })

const races = Array.from({ length: 24 }, (_, index) => {
  const id = index + 1
  const race = { id, weekendId: WEEKEND_ID, name: `Race ${id}` }
  if (index > 0) return raceReply(race)
  return raceReply({ ...race, completedAt: '2026-11-21T05:18:00.000Z', status: 'completed', locked: true })
})

const json = (route: Route, body: unknown, headers: Record<string, string> = {}) =>
  route.fulfill({ contentType: 'application/json', headers, body: JSON.stringify(body) })

export type ChatWorld = { messages: Message[]; groupMessages?: Message[]; room?: Partial<Room> }

/** A product that exists only for this page: the rooms of a weekend and a group, of any size. */
export const mockChat = async (page: Page, { messages, groupMessages = [], room = {} }: ChatWorld) => {
  const sockets = new Set<WebSocketRoute>()
  const notify = (frame: Pick<ServerFrame, 'type' | 'data'>) => {
    for (const socket of sockets) socket.send(JSON.stringify({ ...frame, epoch: 'e' }))
  }
  const rooms = [
    roomReply({ messageCount: messages.length, ...room }),
    roomReply({ groupId: GROUP_ID, messageCount: groupMessages.length, unread: 3, ...room }),
  ]
  const leaders = ['mountain_mae', 'apexhunter', 'Turn2Terry', 'BoxBoxBec', 'dunlop_dave'].map((name, index) =>
    boardEntry(name, {
      position: index + 1,
      totalPoints: 155 - index * 5,
      tipsSubmitted: 8,
      positionChange: 7 - index * 2,
    }),
  )

  await dropPrefetched(page)
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const replies: Record<string, unknown> = {
      ...frameReplies(weekend, races),
      '/api/groups/overview': { groups: [groupReply({ id: GROUP_ID })], invitations: [] },
      '/api/chat/rooms': rooms,
    }
    if (pathname.endsWith('/read')) return json(route, rooms[0])
    return pathname in replies ? json(route, replies[pathname]) : route.fulfill({ status: 404, body: '{}' })
  })
  await page.route(`**/api/weekends/${WEEKEND_ID}/leaderboard*`, (route) =>
    json(route, leaders, { 'x-total-count': '5', 'x-board-version': '1' }),
  )
  const requestedQueries: string[] = []
  const readFrom = (all: readonly Message[]) => (route: Route) => {
    const { searchParams } = new URL(route.request().url())
    requestedQueries.push(searchParams.toString())
    const limit = Number(searchParams.get('limit'))
    const after = searchParams.get('after')
    if (after) return json(route, all.filter(({ id }) => id > Number(after)).slice(0, limit))
    const before = Number(searchParams.get('before') ?? Number.POSITIVE_INFINITY)
    return json(route, all.filter(({ id }) => id < before).slice(-limit))
  }
  await page.route(new RegExp(`/api/weekends/${WEEKEND_ID}/chat(\\?|$)`), readFrom(messages))
  await page.route(new RegExp(`/api/groups/${GROUP_ID}/chat(\\?|$)`), readFrom(groupMessages))
  await page.routeWebSocket('**/ws', (socket) => {
    sockets.add(socket)
    socket.onMessage((message) => {
      const { type, weekendId, groupIds } = JSON.parse(String(message))
      if (type === 'ping') notify({ type: 'pong', data: { serverTime: new Date().toISOString() } })
      if (type === 'subscribe') notify({ type: 'subscribed', data: { weekendId, groupIds, unchangedForMs: 60_000 } })
    })
  })
  return {
    /** Queries of the requested messages, in order. */
    requestedQueries,
    notify,
    /** Others write, several messages in one frame. */
    write(...written: Message[]) {
      messages.push(...written)
      notify({ type: 'chat_messages', data: { messages: written } })
    },
  }
}

/** This many messages of a room, by several users in turns. */
export const manyMessages = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) =>
    messageFrom(
      index + 1,
      `racer_${'abcdefg'.charAt((index * 3) % 7)}`,
      `Message ${index + 1}.${' The rear is loose.'.repeat(1 + (index % 5))}`,
    ),
  )
