import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '@purple-sector/service-kit'
import type { WebSocket } from 'ws'
import type { DeadlineClock } from '../deadline-clock.ts'
import { countCut } from '../guards/cuts.ts'
import type { Owners } from '../owners.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { clientFrames } from './client-frames.ts'
import type { Connection } from './connection.ts'
import { createConnections } from './connections.ts'
import { frameWriter } from './frames.ts'
import { handshake } from './handshake.ts'
import { createHandshakeLimits } from './handshake-limits.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { leaveAll } from './seating.ts'
import { createWeekendHerald, type WeekendHerald } from './weekend-herald.ts'

export type Realtime = {
  rooms: Rooms
  /** News of a weekend for those who do not follow it. */
  herald: WeekendHerald
  /** For the HTTP server's `upgrade` event. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Loads the rooms that fans will ask for first; resolves when they can be entered. */
  warm(): Promise<void>
  /** Closes the sockets of sessions that are over. */
  endSessions(hashes: readonly string[]): void
  endUser(userId: string): void
  /** Tells everybody that we go (1001), gives them a moment, and cuts who is left. */
  stop(): Promise<void>
}

export type RealtimeOptions = {
  owners: Owners
  sessions: Sessions
  publicUrl: string | undefined
  cookieName: string
  clock: Pick<DeadlineClock, 'now'>
  log: Logger
  epoch?: string
}

const CHECK_MS = 1_000
const EXPIRY_CHECK_MS = 60_000
const FAREWELL_MS = 2_000

export const createRealtime = (options: RealtimeOptions): Realtime => {
  const { owners, sessions, clock, log, epoch = randomBytes(6).toString('base64url') } = options
  const frames = frameWriter(epoch)
  const connections = createConnections()
  const limits = createHandshakeLimits()
  const rooms = createRooms({ owners, frames, now: clock.now, log })
  const receive = clientFrames({ rooms, frames, now: clock.now, log })
  const herald = createWeekendHerald({
    fetch: owners.weekends,
    log,
    tell(weekend, deleted) {
      const frame = frames('weekend_updated', { weekend, deleted, racesChanged: false, carsChanged: false })
      const room = rooms.held(weekend.id)?.room
      for (const connection of connections.all())
        if (!connection.seatings.some((seating) => seating.room === room)) connection.insist(frame, Date.now())
    },
  })
  let isStopping = false

  const failed = (error: Error): void => log.debug({ err: error }, 'a socket failed')

  const opened = (connection: Connection, ws: WebSocket): void => {
    ws.on('message', (data: Buffer, isBinary) => receive(connection, data, isBinary))
    ws.on('close', () => {
      leaveAll(connection)
      connections.remove(connection)
    })
    ws.on('error', failed)
    connection.write(frames('hello', { userId: connection.userId, serverTime: new Date(clock.now()).toISOString() }))
  }

  const flooded = (connection: Connection): void => {
    connection.write(frames('error', { code: 'TOO_MANY_FRAMES', message: 'Too many frames in a short time.' }))
    connection.cut('flooding')
    limits.bar(connection.sessionHash, performance.now())
    countCut('frames')
    log.info({ userId: connection.userId }, 'a socket was cut: too many frames')
  }

  const endSessions = (hashes: Iterable<string>): void => {
    for (const hash of hashes) for (const connection of connections.ofSession(hash)) connection.close('sessionOver')
  }

  const check = setInterval(() => {
    const now = Date.now()
    for (const connection of connections.all()) connection.check(now)
    rooms.sweep(now)
    limits.sweep(performance.now())
  }, CHECK_MS)

  /** A session that simply ran out is told by nobody: those of open sockets are looked at now and then. */
  const endExpired = async (): Promise<void> => {
    const unknown = [...connections.sessionHashes()].filter((hash) => !sessions.known(hash))
    const over = await Promise.all(
      unknown.map(async (hash) => ((await sessions.resolve(hash)) === undefined ? [hash] : [])),
    )
    endSessions(over.flat())
  }
  const expiry = setInterval(() => {
    endExpired().catch((error: unknown) => log.warn({ err: error }, 'sessions of open sockets could not be checked'))
  }, EXPIRY_CHECK_MS)

  return {
    rooms,
    herald,
    upgrade: handshake({ ...options, connections, limits, isReady: () => !isStopping, opened, flooded }),
    endSessions,
    endUser(userId) {
      for (const connection of connections.ofUser(userId)) connection.close('sessionOver')
    },
    async warm() {
      const present = await owners.weekends()
      const wanted = present.filter(({ weekend }) => weekend.status === 'live' || weekend.isActive)
      await Promise.all(wanted.map(({ weekend }) => rooms.open(weekend.id)))
    },
    async stop() {
      isStopping = true
      clearInterval(check)
      clearInterval(expiry)
      herald.close()
      for (const connection of connections.all()) connection.close('goingAway')
      const until = Date.now() + FAREWELL_MS
      while (connections.size() > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      for (const connection of connections.all()) connection.terminate()
      rooms.close()
    },
  }
}
