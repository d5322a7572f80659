import { createServer, type IncomingMessage } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { fakeProduct } from './fake-product.ts'
import { type FakeUser, Refused } from './fake-refusal.ts'
import { fakeRoutes } from './fake-routes.ts'
import { fakeTiming } from './fake-timing.ts'

export type FakeServer = {
  url: string
  product: ReturnType<typeof fakeProduct>
  /** Changes a frame before it is sent, or drops it by returning null: a product with a fault. */
  tamper: (frame: { type: string; data: unknown }) => unknown
  /** Live timing is installed. */
  hasTiming: boolean
  /** Answers 503 to as many calls. */
  outages: number
  /** Cuts every socket. */
  cutSockets(): void
  close(): Promise<void>
}

const registration = z.object({
  email: z.string(),
  password: z.string(),
  username: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
})

type Room = { user: FakeUser; weekendId: number; groupIds: number[] }

export const startFakeServer = async (): Promise<FakeServer> => {
  const product = fakeProduct()
  const rooms = new Map<WebSocket, Room>()
  const send = (socket: WebSocket, type: string, data: unknown, at?: string) => {
    const frame = server.tamper({ type, data, ...(at && { at }) })
    if (frame) socket.send(JSON.stringify({ ...(frame as object), epoch: 'fake' }))
  }
  type Entries = { userId: string; position: number | null; totalPoints: number | null; positionChange: number }[]
  const sendScope = (socket: WebSocket, scope: object, shown: Entries, own: Entries[number] | undefined) => {
    send(socket, 'leaderboard_update', { ...scope, entries: shown.slice(0, 20), total: shown.length })
    if (!own) return
    const { position, totalPoints, positionChange } = own
    send(socket, 'my_standing', { ...scope, position, totalPoints, positionChange })
  }
  const sendBoards = (socket: WebSocket, { user, weekendId, groupIds }: Room) => {
    const ownOf = (entries: Entries) => entries.find(({ userId }) => userId === user.id)
    const { version } = product.weekends.find(({ id }) => id === weekendId) ?? { version: 0 }
    const open = product.entries(weekendId)
    sendScope(socket, { weekendId, groupId: null, version }, open, ownOf(open))
    for (const group of product.clubs.groups) {
      if (!groupIds.includes(group.id) || !product.clubs.memberOf(group, user.id)) continue
      const scope = { weekendId, groupId: group.id, version: group.version }
      const own = ownOf(product.clubs.entries(group, user.id))
      sendScope(socket, scope, product.clubs.entries(group, null), own)
    }
  }
  const routes = fakeRoutes(product, {
    board: (weekendId) => {
      for (const [socket, room] of rooms) if (room.weekendId === weekendId) sendBoards(socket, room)
    },
    told: ({ id, name, weekendId, revision, result }, type) => {
      for (const [socket, room] of rooms) {
        const race = { id, name, weekendId }
        const { status, reason = null } = result ?? {}
        send(socket, type, { race, revision, ...(type !== 'race_completed' && { status, reason }) })
        sendBoards(socket, room)
      }
    },
  })
  const timing = fakeTiming(product, (type, data, at) => {
    for (const socket of rooms.keys()) send(socket, type, data, at)
  })
  const userOf = (request: IncomingMessage) =>
    product.users.find(({ id }) => request.headers.cookie === `session=${id}`)

  const http = createServer(async (request, reply) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url ?? '/', 'http://fake')
    const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) =>
      reply
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(body === undefined ? '' : JSON.stringify(body))
    if (server.outages > 0) {
      server.outages -= 1
      return answer(503, { code: 'UNAVAILABLE', message: 'not now' }, { 'retry-after': '0' })
    }
    try {
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      if (url.pathname.startsWith('/api/auth/')) {
        const { email, password, ...names } = registration.parse(body)
        if (email.startsWith('admin@') && password !== 'secret') throw new Refused(401, 'INVALID_CREDENTIALS')
        const known = product.users.find((user) => user.email === email)
        const user = known ?? {
          id: `user-${product.nextId()}`,
          email,
          username: null,
          firstName: null,
          lastName: null,
          isAdmin: email.startsWith('admin@'),
          profileImageUrl: null,
          avatarConfig: null,
          ...names,
        }
        if (!known) product.users.push(user)
        return answer(url.pathname.endsWith('login') ? 200 : 201, user, {
          'set-cookie': `session=${user.id}; HttpOnly`,
        })
      }
      const asked = /^\/api\/weekends\/(\d+)\/leaderboard$/.exec(url.pathname)
      const standing = asked && url.searchParams.has('asItStands') ? timing.board(Number(asked[1])) : undefined
      if (standing) return answer(standing.status, standing.body, standing.headers)
      for (const [method, pattern, handle] of [...(server.hasTiming ? timing.routes : []), ...routes]) {
        const match = request.method === method ? pattern.exec(url.pathname) : null
        if (!match) continue
        if (match[2]) url.searchParams.set('last', decodeURIComponent(match[2]))
        const {
          status,
          body: sent,
          headers,
        } = handle(match.slice(1).map(Number), { user: userOf(request), query: url.searchParams, body })
        timing.sweep()
        return answer(status, sent, headers)
      }
      return answer(404, { code: 'NOT_FOUND', message: url.pathname })
    } catch (error) {
      if (error instanceof Refused) return answer(error.status, { code: error.code, message: error.code })
      return answer(500, { code: 'INTERNAL', message: String(error) })
    }
  })
  const sockets = new WebSocketServer({ server: http, path: '/ws' })
  sockets.on('connection', (socket, request) => {
    const user = userOf(request)
    if (!user) return socket.close(4401)
    send(socket, 'hello', { userId: user.id, serverTime: new Date().toISOString() })
    socket.on('close', () => rooms.delete(socket))
    socket.on('message', (raw) => {
      const asked = z.object({ data: z.object({ weekendId: z.number(), groupIds: z.array(z.number()) }) })
      const { weekendId, groupIds: wanted } = asked.parse(JSON.parse(String(raw))).data
      const isMine = (id: number) => product.clubs.standings(user, weekendId).some(({ groupId }) => groupId === id)
      const room = { user, weekendId, groupIds: wanted.filter(isMine) }
      rooms.set(socket, room)
      send(socket, 'subscribed', { weekendId, groupIds: room.groupIds })
      sendBoards(socket, room)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const server: FakeServer = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    product,
    tamper: (frame) => frame,
    hasTiming: false,
    outages: 0,
    cutSockets: () => {
      for (const socket of rooms.keys()) socket.terminate()
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}
