import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Snapshot, SnapshotEntry } from '@purple-sector/contracts/admin/live-timing'
import { WebSocketServer } from 'ws'

/** A session as the timing company announces it. */
export type AnnouncedSession = {
  meeting?: string
  code: string
  /** `series - session` */
  description: string
  kind: 'Race' | 'Qualifying' | 'Practice'
  /** 0: by time. */
  laps?: number
  /** The code of the cars' category. */
  category: string
  cars: readonly { number: string; driver: string }[]
}

export type NatsoftServer = {
  /** `tcp://127.0.0.1:…` and `ws://127.0.0.1:…`: the same session at both. */
  tcpUrl: string
  wsUrl: string
  /** Starts a new session; current and later clients receive it, with a full leaderboard once there is one. */
  announce(session: AnnouncedSession): void
  /** Sends the state of the session as changes since the last one, like the timing company. */
  sendMessage(snapshot: Omit<Snapshot, 'sequence'>): void
  /** Sends `Ended`: the order is the last one sent. */
  end(): void
  /** Sends a raw message to all current clients; later clients do not receive it. */
  send(message: string): void
  /** Sends bytes over TCP without a frame. */
  sendRaw(bytes: Buffer | string): void
  /** The number of clients. */
  listeners(): number
  /** Closes every connection and accepts none. */
  die(): Promise<void>
  /** Accepts connections again, at the same addresses. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

const STATUS = { green: 'Green', yellow: 'Yellow', 'safety-car': 'Yellow', red: 'Red', chequered: 'Checkered' } as const

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

type Attributes = Record<string, string | number | undefined>
const element = (name: string, attributes: Attributes, ...children: string[]): string => {
  const attributeTexts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeText(String(value))}"`],
  )
  return `<${name}${attributeTexts.join('')}${children.length > 0 ? `>${children.join('')}</${name}>` : '/>'}`
}

/** Seconds with four decimals; `?` without a value. */
const seconds = (ms: number | null | undefined): string =>
  ms === null || ms === undefined ? '?' : (ms / 1_000).toFixed(4)

const numberOf = ({ carNumber, plate }: SnapshotEntry): string => plate ?? String(carNumber)

const detailOf = (entry: SnapshotEntry): Attributes => ({
  L: entry.laps,
  I: seconds(entry.lastLapMs),
  FI: seconds(entry.bestLapMs),
  S1: seconds(entry.sectorsMs?.[0]),
  S2: seconds(entry.sectorsMs?.[1]),
  S3: seconds(entry.sectorsMs?.[2]),
  LGL: entry.gapLaps ?? 0,
  LGI: seconds(entry.gapMs),
  LGNL: entry.intervalLaps ?? 0,
  LGNI: seconds(entry.intervalMs),
  PS: entry.pitStops ?? '?',
  PF: entry.status === 'out' ? 'T' : entry.inPit || entry.status === 'pit' ? 'P' : '',
})

const changedIn = (now: Attributes, before: Attributes | undefined): Attributes =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => before?.[key] !== value))

/** Converts a session to Natsoft messages, each a string, and stores what later clients have to receive. */
const createMessages = () => {
  let session: AnnouncedSession | undefined
  let published: Omit<Snapshot, 'sequence'> | undefined
  let hasEnded = false

  const idOf = (number: string): number => 101 + (session?.cars.findIndex((car) => car.number === number) ?? -1)
  const announcement = (): string => {
    if (!session) return ''
    const { meeting = 'A meeting', code, description, kind, laps = 0, category, cars } = session
    const competitors = cars.map(({ number, driver }) =>
      element('R', { ID: idOf(number), N: number, S: 1, V: 'Car' }, element('V', { ID: 1, N: driver })),
    )
    return element(
      'New',
      {},
      element('M', { D: meeting }),
      element('T', { C: 'TRK', N: 'The track', P: 3 }),
      element('E', { C: code, D: description, Y: kind, L: laps }),
      element('OL', {}, element('O', { ID: 1, C: category })),
      element('RL', {}, ...competitors),
    )
  }

  const leaderboard = (now: Omit<Snapshot, 'sequence'>, before?: Omit<Snapshot, 'sequence'>): string => {
    const previousEntries = new Map(before?.entries.map((entry) => [numberOf(entry), entry]))
    const positions = now.entries.flatMap((entry) => {
      const [number, last] = [numberOf(entry), previousEntries.get(numberOf(entry))]
      const changed = changedIn(detailOf(entry), last && detailOf(last))
      if (last?.position === entry.position && Object.keys(changed).length === 0) return []
      const line = { L: entry.position, P: entry.position, C: idOf(number), D: 1 }
      return [element('P', line, element('D', changed))]
    })
    const time = (Date.parse(now.capturedAt) / 1_000).toFixed(4)
    return positions.length === 0 ? '' : element('L', { T: time, Y: before ? 'p' : 'f' }, ...positions)
  }

  const controlOf = (now: Omit<Snapshot, 'sequence'>, before?: Omit<Snapshot, 'sequence'>): string[] => [
    ...(now.flag === before?.flag ? [] : [element('S', { S: STATUS[now.flag] })]),
    ...((now.message ?? '') === (before?.message ?? '') ? [] : [element('G', { R: now.message ?? '' })]),
    now.remainingMs === null || now.remainingMs === undefined
      ? element('C', { Y: 'L', C: Math.max(0, (session?.laps ?? 0) - now.lap), E: '0.0000' })
      : element('C', { Y: 'T', C: seconds(now.remainingMs), E: '0.0000' }),
  ]

  return {
    announce(next: AnnouncedSession): string[] {
      session = next
      published = undefined
      hasEnded = false
      return [announcement(), element('S', { S: 'WaitStart' })]
    },
    sendMessage(now: Omit<Snapshot, 'sequence'>): string[] {
      const before = published
      published = now
      const messages = [leaderboard(now, before), ...controlOf(now, before)]
      return before ? messages : messages.toReversed()
    },
    end(): string[] {
      hasEnded = true
      return [element('S', { S: 'Ended' })]
    },
    /** The messages for a client that connects now. */
    greeting(): string[] {
      if (!session) return []
      if (!published) return [announcement(), element('S', { S: 'WaitStart' })]
      const status = hasEnded ? [element('S', { S: 'Ended' })] : []
      return [announcement(), ...controlOf(published), ...status, leaderboard(published)]
    },
  }
}

const MAX_DIGITS = 99_999

/** Splits a message for TCP into parts of so many bytes. */
export const natsoftFramesOf = (message: string, partBytes = MAX_DIGITS): Buffer => {
  const bytes = Buffer.from(message)
  const parts: Buffer[] = []
  for (let start = 0; start === 0 || start < bytes.length; start += partBytes) {
    const part = bytes.subarray(start, start + partBytes)
    const marks = `${start === 0 ? '=' : '+'}${start + partBytes < bytes.length ? '+' : '='}`
    parts.push(Buffer.from(`!@#${String(part.length).padStart(5, '0')}${marks}`), part)
  }
  return Buffer.concat(parts)
}

/**
 * Stand-in for the timing company: a session in Natsoft's live messages (docs/timing-formats.md), over TCP in parts of
 * `partBytes`, and over WebSocket. It sends the snapshots of a test or of a recording.
 */
export const startNatsoftServer = async ({ partBytes = 400 }: { partBytes?: number } = {}): Promise<NatsoftServer> => {
  const messages = createMessages()
  const sockets = new Set<Socket>()
  const connections = new Set<Socket>()
  let isAlive = true

  const trackConnection = (socket: Socket): void => {
    connections.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
    if (!isAlive) socket.destroy()
  }
  const tcp = createServer({ noDelay: true }, (socket) => {
    trackConnection(socket)
    if (!isAlive) return
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).resume()
    for (const message of messages.greeting()) if (message !== '') socket.write(natsoftFramesOf(message, partBytes))
  })
  const http = createHttpServer().on('connection', trackConnection)
  const webSockets = new WebSocketServer({ server: http })
  webSockets.on('connection', (socket) => {
    for (const message of messages.greeting()) if (message !== '') socket.send(message)
  })

  const listen = async (server: typeof tcp | typeof http, port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const tcpPort = await listen(tcp, 0)
  const wsPort = await listen(http, 0)

  const send = (message: string): void => {
    if (message === '') return
    for (const socket of sockets) socket.write(natsoftFramesOf(message, partBytes))
    for (const socket of webSockets.clients) socket.send(message)
  }
  const sendAll = (messages: readonly string[]): void => {
    for (const message of messages) send(message)
  }
  const die = async (): Promise<void> => {
    if (!isAlive) return
    isAlive = false
    const closed = [tcp, http].map((server) => once(server.close(), 'close'))
    for (const socket of connections) socket.destroy()
    await Promise.all(closed)
  }

  return {
    tcpUrl: `tcp://127.0.0.1:${tcpPort}`,
    wsUrl: `ws://127.0.0.1:${wsPort}/`,
    announce: (session) => sendAll(messages.announce(session)),
    sendMessage: (snapshot) => sendAll(messages.sendMessage(snapshot)),
    end: () => sendAll(messages.end()),
    send,
    sendRaw: (bytes) => {
      for (const socket of sockets) socket.write(bytes)
    },
    listeners: () => sockets.size + webSockets.clients.size,
    die,
    async comeBack() {
      if (isAlive) return
      isAlive = true
      await listen(tcp, tcpPort)
      await listen(http, wsPort)
    },
    close: die,
  }
}
