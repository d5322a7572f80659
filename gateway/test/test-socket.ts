import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type FrameOf, type ServerFrame, serverFrameSchema } from '@purple-sector/contracts/realtime'
import { vi } from 'vitest'
import WebSocket from 'ws'

/** A fan's browser, as far as `/ws` can tell. Every frame is checked against the contract. */
export type TestSocket = {
  ws: WebSocket
  frames: ServerFrame[]
  closed: Promise<{ code: number; reason: string }>
  send(frame: unknown): void
  subscribe(weekendId: number, groupIds?: number[], over?: { asItStands?: boolean; timingChanges?: boolean }): void
  of<Type extends ServerFrame['type']>(type: Type): FrameOf<Type>[]
  /** Waits until a frame of the type fits. */
  next<Type extends ServerFrame['type']>(type: Type, fits?: (frame: FrameOf<Type>) => boolean): Promise<FrameOf<Type>>
  /** The TCP connection beneath, to stop reading from. */
  tcp(): Socket
  close(): void
}

export const openSocket = async (url: string, headers: Record<string, string>, path = '/ws'): Promise<TestSocket> => {
  const ws = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
  const frames: ServerFrame[] = []
  const faults: Error[] = []
  let tcp: Socket | undefined
  ws.on('upgrade', (response) => {
    tcp = response.socket
  })
  ws.on('message', (data: Buffer) => {
    const parsed = serverFrameSchema.safeParse(JSON.parse(data.toString()))
    if (parsed.success) frames.push(parsed.data)
    else faults.push(new Error(`${data.toString().slice(0, 200)}: ${parsed.error.message}`))
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
  const next = <Type extends ServerFrame['type']>(type: Type, fits?: (frame: FrameOf<Type>) => boolean) =>
    vi.waitFor(
      () => {
        if (faults[0]) throw faults[0]
        const found = of(type).find((frame) => !fits || fits(frame))
        if (!found) throw new Error(`No such ${type}; there were: ${frames.map((frame) => frame.type).join(', ')}`)
        return found
      },
      { timeout: 30_000, interval: 10 },
    )
  return {
    ws,
    frames,
    closed,
    send: (frame) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    subscribe: (weekendId, groupIds = [], over = {}) =>
      ws.send(JSON.stringify({ type: 'subscribe', weekendId, groupIds, ...over })),
    of,
    next,
    tcp() {
      if (!tcp) throw new Error('Not open')
      return tcp
    },
    close: () => ws.close(1000),
  }
}

/** The HTTP answer to a handshake that is refused. */
export const refusal = (
  url: string,
  headers: Record<string, string>,
  path = '/ws',
): Promise<{ status: number; code: string }> =>
  new Promise((resolve, reject) => {
    const ws = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
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
