import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { withoutBlocking } from '@purple-sector/testing/without-blocking'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { OurSession } from './match-session.ts'
import { natsoftSource } from './natsoft-source.ts'
import { ndjsonSource } from './ndjson-source.ts'
import { type Adapter, faultMessage } from './timing-source.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

/** Runs an adapter until `isDone`; returns what it reported. */
const listenOnce = async (adapter: Adapter, url: string, isDone: (log: AdapterLog) => boolean) => {
  const log: AdapterLog = { snapshots: 0, skipped: 0, problems: [], failure: undefined }
  const stopping = new AbortController()
  const session: OurSession = {
    ...{ name: 'Race 1', sessionType: 'race1', raceNumber: 1, categoryNames: ['Super2'] },
    ...{ startsAt: new Date(), hasStarted: false },
  }
  const source = { url, session, picked: 'R1', sessions: [], allowPrivate: true }
  let sequence = 0
  const run = adapter(
    source,
    {
      onResponse() {},
      onSnapshot() {
        log.snapshots += 1
      },
      onSkipped(count) {
        log.skipped += count
      },
      onProblem(message) {
        if (message !== null) log.problems.push(message)
      },
      onSessions() {},
      nextSequence: () => ++sequence,
    },
    stopping.signal,
  ).catch((error: unknown) => {
    if (!stopping.signal.aborted) log.failure = faultMessage(error)
  })
  await expect.poll(() => isDone(log) || log.failure !== undefined).toBe(true)
  stopping.abort()
  await run
  return log
}
/** Listens as `listenOnce`; fails if it blocked other work of the process. */
const listenTo = (...args: Parameters<typeof listenOnce>): Promise<AdapterLog> =>
  withoutBlocking(() => listenOnce(...args))
type AdapterLog = { snapshots: number; skipped: number; problems: string[]; failure: string | undefined }

/** Sends pieces in sequence, each after the last has left, until there are none or the connection ends. */
const sendAll = async (socket: Socket, pieces: Iterable<Buffer | string>): Promise<void> => {
  socket.on('error', () => {}).setNoDelay(true)
  for (const piece of pieces) {
    if (socket.destroyed) return
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
    await nextTurn()
  }
}

/** A TCP server that sends these pieces to every client. */
const startTcpServer = async (pieces: () => Iterable<Buffer | string>): Promise<string> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    void sendAll(socket, pieces())
  })
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy()
    await once(server.close(), 'close')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A WebSocket server that sends these raw frames to every client. */
const startWebSocketServer = async (frames: () => Iterable<Buffer | string>): Promise<string> => {
  const server = createHttpServer()
  const sockets = new WebSocketServer({ server })
  const raw = new Set<Socket>()
  sockets.on('connection', (_socket, { socket }) => {
    raw.add(socket)
    void sendAll(socket, frames())
  })
  cleanups.push(async () => {
    for (const socket of raw) socket.destroy()
    await once(server.close(), 'close')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** An HTTP server that replies with these pieces. */
const startHttpServer = async (pieces: () => Iterable<Buffer | string>): Promise<string> => {
  const server = createHttpServer((_request, response) => {
    response.writeHead(200)
    void (async () => {
      for (const piece of pieces()) {
        if (response.destroyed) return
        await new Promise<void>((resolve) => response.write(piece, () => resolve()))
        await nextTurn()
      }
      response.end()
    })()
  })
  cleanups.push(async () => {
    server.closeAllConnections()
    await once(server.close(), 'close')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const part = (text: string, marks = '=='): string => `!@#${String(text.length).padStart(5, '0')}${marks}${text}`
/** Builds a WebSocket frame of a text, which may span several. */
const frame = (text: string, { opcode = 1, isLast = true } = {}): Buffer => {
  const payload = Buffer.from(text)
  const head = Buffer.from([(isLast ? 0x80 : 0) | opcode, payload.length < 126 ? payload.length : 127])
  if (payload.length < 126) return Buffer.concat([head, payload])
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(payload.length))
  return Buffer.concat([head, length, payload])
}

const NAMED = '<New><E C="R1" D="Super2 - Race 1" Y="Race" L="20"/></New><S S="Green"/>'
const END = '<RL><R ID="1" N="5"/></RL><L Y="f"><P L="1" P="1" C="1"><D L="3"/></P></L>'
function* bytesOf(...texts: string[]): Iterable<string> {
  for (const text of texts) yield* text
}
function* endless(piece: Buffer | string): Iterable<Buffer | string> {
  while (true) yield piece
}
const competitors = (from: number, count: number): string =>
  `<RL>${Array.from({ length: count }, (_, index) => `<R ID="${from + index}" N="${from + index}"/>`).join('')}</RL>`
const positions = (count: number): string =>
  `<L Y="p">${Array.from({ length: count }, (_, index) => `<P L="${index}" C="${index}"><D L="1"/></P>`).join('')}</L>`

/** Long enough that a busy machine reads a flood to its end. */
const fastOptions = { silenceMs: 30_000, debounceMs: 5 }
const hasSnapshot = ({ snapshots }: AdapterLog) => snapshots > 0

describe('Natsoft source over TCP', () => {
  test('reads a source that trickles single bytes, and delays other work by at most 100 ms', async () => {
    const url = await startTcpServer(() => bytesOf(part(NAMED), part(`<G R="${'!@#'.repeat(300)}"/>`), part(END)))
    const log = await listenTo(natsoftSource(fastOptions), url, hasSnapshot)
    expect(log).toMatchObject({ snapshots: 1, failure: undefined })
  })

  test('loses a message of 20,000 parts of one byte, and reads those after it', async () => {
    const parts = `${part('<', '=+')}${part('x', '++').repeat(20_000)}${part('>', '+=')}`
    const url = await startTcpServer(() => [part(NAMED) + parts + part(END)])
    const log = await listenTo(natsoftSource(fastOptions), url, hasSnapshot)
    expect(log.skipped).toBeGreaterThan(0)
  })

  test('leaves time to other work while a source floods it with small messages and new competitors', async () => {
    const flood = [competitors(1, 200), competitors(1_000, 900), positions(300), '<S S="Green"/>'.repeat(50)]
    const block = flood.map((text) => part(text)).join('') + part('<L Y="p"><P L="1" C="1"/></L>').repeat(500)
    const url = await startTcpServer(() => [
      part(NAMED),
      ...Array.from({ length: 8 }, () => block),
      part('<NotFound/>'),
    ])
    const log = await listenTo(natsoftSource(fastOptions), url, () => false)
    expect(log.failure).toContain('no such meeting')
    expect(log.skipped).toBeGreaterThan(4_000)
  })

  test('disconnects from a message that never ends after the allowed silence', async () => {
    const url = await startTcpServer(() => endless(part('x'.repeat(60_000), '++')))
    const log = await listenTo(natsoftSource({ ...fastOptions, silenceMs: 500 }), url, () => false)
    expect(log.failure).toContain('No whole message came')
  })
})

describe('Natsoft source over WebSocket', () => {
  test('reads a source that trickles single bytes', async () => {
    const pieces = Buffer.concat([frame(NAMED), frame(END)])
    const url = await startWebSocketServer(() => Array.from(pieces, (byte) => Buffer.from([byte])))
    expect(await listenTo(natsoftSource(fastOptions), url, hasSnapshot)).toMatchObject({
      snapshots: 1,
      failure: undefined,
    })
  })

  test.each([
    [
      'in too many parts',
      () => endless(Buffer.concat(Array.from({ length: 1_000 }, () => frame('x', { opcode: 0, isLast: false })))),
      'too many parts',
    ],
    ['of too many bytes', () => endless(frame('x'.repeat(60_000), { opcode: 0, isLast: false })), 'more than 1 MB'],
  ])('disconnects from a message without end, %s', async (_words, endlessFrames, expectedMessage) => {
    const url = await startWebSocketServer(function* () {
      yield frame('<G R="', { isLast: false })
      yield* endlessFrames()
    })
    const log = await listenTo(natsoftSource(fastOptions), url, () => false)
    expect(log.failure).toContain(expectedMessage)
  })

  test('leaves time to other work while a source floods it', async () => {
    const flood = Buffer.concat([
      frame(competitors(1, 900)),
      frame(positions(300)),
      ...Array.from({ length: 2_000 }, () => frame('<L Y="p"><P L="1" C="1"/></L>')),
    ])
    const url = await startWebSocketServer(() => [
      frame(NAMED),
      ...Array.from({ length: 3 }, () => flood),
      frame('<NotFound/>'),
    ])
    const log = await listenTo(natsoftSource(fastOptions), url, () => false)
    expect(log.failure).toContain('no such meeting')
  })
})

const SNAPSHOT = JSON.stringify({
  ...{ sequence: 1, capturedAt: new Date().toISOString(), flag: 'green', lap: 1 },
  entries: [{ carNumber: '5', position: 1, laps: 1, status: 'running' }],
})
const hasProblem = ({ problems }: AdapterLog) => problems.length > 0

describe('source of newline-delimited JSON', () => {
  const source = ndjsonSource({ pollIntervalMs: 20 })

  test('reads a source that trickles single bytes', async () => {
    const url = await startHttpServer(() => bytesOf(SNAPSHOT, '\n'))
    const log = await listenTo(source, url, hasSnapshot)
    expect(log).toMatchObject({ snapshots: 1, failure: undefined })
  })

  test('ends a reply without end at 32 MB', async () => {
    const url = await startHttpServer(() => endless('x'.repeat(64_000)))
    const log = await listenTo(source, url, () => false)
    expect(log.failure).toContain('more than 32 MB')
  })

  test.each([
    ['entries without end', `{"entries":[${'{},'.repeat(330_000)}{}]}\n`],
    ['brackets inside each other', `${'['.repeat(490_000)}${']'.repeat(490_000)}\n`],
    ['a long message', `{"message":"${'\u0301'.repeat(330_000)}"}\n`],
  ])('reports a last line with %s, from a server and from a file', async (_words, line) => {
    const folder = await mkdtemp(join(tmpdir(), 'purple-sector-timing-'))
    cleanups.push(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'timing.ndjson'), line)
    for (const url of [await startHttpServer(() => [line]), pathToFileURL(join(folder, 'timing.ndjson')).href]) {
      const log = await listenTo(source, url, hasProblem)
      expect(log.problems[0]).toBe('Its last line has more than 250,000 characters.')
    }
  })
})
