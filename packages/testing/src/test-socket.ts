import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type FrameOf, type ServerFrame, serverFrameSchema } from '@purple-sector/contracts/realtime'
import { vi } from 'vitest'
import WebSocket from 'ws'

/** Timeout for a busy machine with a restarting process. */
const LONG_TIMEOUT = { timeout: 60_000, interval: 10 }

/** A browser's socket at `/ws`. Every frame is validated by the contract. */
export type TestSocket = {
  ws: WebSocket
  /** Frames received since the last `forget`. */
  frames: ServerFrame[]
  closed: Promise<{ code: number; reason: string }>
  send(frame: unknown): void
  /**
   * Subscribes; without a weekend it receives frames for everyone. A socket that never subscribes is closed after a
   * while.
   */
  subscribe(
    weekendId: number | null,
    groupIds?: number[],
    options?: { projected?: boolean; timingChanges?: boolean; seasonId?: number },
  ): void
  of<Type extends ServerFrame['type']>(type: Type): FrameOf<Type>[]
  /** Waits for a matching frame of the type. */
  next<Type extends ServerFrame['type']>(type: Type, fits?: (frame: FrameOf<Type>) => boolean): Promise<FrameOf<Type>>
  /** Discards the frames received so far. */
  forget(): void
  /** Resolves when everything sent before has arrived. */
  settled(): Promise<void>
  /** The underlying TCP connection, to pause reading. */
  tcp(): Socket
  close(): void
}

const socketAt = (url: string, headers: Record<string, string>, path = '/ws'): WebSocket =>
  new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })

/** Opens a socket at a gateway's base URL and calls `onFrame` for every frame; rejects if the handshake is rejected. */
export const openSocket = async (
  url: string,
  headers: Record<string, string>,
  onFrame: (frame: ServerFrame) => void = () => {},
): Promise<TestSocket> => {
  const ws = socketAt(url, headers)
  const frames: ServerFrame[] = []
  const contractErrors: Error[] = []
  let tcp: Socket | undefined
  ws.on('upgrade', (response) => {
    tcp = response.socket
  })
  ws.on('message', (data: Buffer) => {
    const parsed = serverFrameSchema.safeParse(JSON.parse(data.toString()))
    if (!parsed.success) {
      const contractError = new Error(`${data.toString().slice(0, 200)}: ${parsed.error.message}`)
      contractErrors.push(contractError)
      // Also fails a test that waits for nothing more.
      throw contractError
    }
    frames.push(parsed.data)
    onFrame(parsed.data)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await once(ws, 'open')
  ws.on('error', () => {})
  const isOf = <Type extends ServerFrame['type']>(frame: ServerFrame, type: Type): frame is FrameOf<Type> =>
    frame.type === type
  const of = <Type extends ServerFrame['type']>(type: Type): FrameOf<Type>[] =>
    frames.filter((frame) => isOf(frame, type))
  const send = (frame: unknown): void => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  const waitForFrame = <T>(find: () => T | undefined, description: string): Promise<T> =>
    vi.waitFor(() => {
      if (contractErrors[0]) throw contractErrors[0]
      const found = find()
      if (found === undefined)
        throw new Error(`No such ${description}; there were: ${JSON.stringify(frames).slice(0, 2_000)}`)
      return found
    }, LONG_TIMEOUT)
  return {
    ws,
    frames,
    closed,
    send,
    subscribe: (weekendId, groupIds = [], options = {}) => send({ type: 'subscribe', weekendId, groupIds, ...options }),
    of,
    next: (type, fits) => waitForFrame(() => of(type).find((frame) => !fits || fits(frame)), type),
    forget: () => void frames.splice(0),
    async settled() {
      const before = of('pong').length
      send({ type: 'ping' })
      await waitForFrame(() => of('pong')[before], 'pong')
    },
    tcp() {
      if (!tcp) throw new Error('Not open')
      return tcp
    },
    close: () => ws.close(1000),
  }
}

/** Returns the HTTP reply to a rejected handshake. */
export const refusal = (
  url: string,
  headers: Record<string, string>,
  path?: string,
): Promise<{ status: number; code: string }> =>
  new Promise((resolve, reject) => {
    const ws = socketAt(url, headers, path)
    ws.on('open', () => reject(new Error('The handshake was accepted')))
    ws.on('error', () => {})
    ws.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => {
        const parsed: unknown = JSON.parse(body)
        const code = parsed !== null && typeof parsed === 'object' && 'code' in parsed ? String(parsed.code) : ''
        resolve({ status: response.statusCode ?? 0, code })
      })
    })
  })
