import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { clock } from '../sockets/clock.ts'
import { serve, watch } from './serve.ts'
import { settledMemory } from './settled-memory.ts'

let server: WebSocketServer

const isOpen = (client: WebSocket): boolean => client.readyState === client.OPEN

/** `ws` alone: accepts every connection and broadcasts to all. */
export const commands = {
  async start(): Promise<number> {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', backlog: 4096, perMessageDeflate: false })
    server.on('connection', (client) => client.on('message', () => {}))
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },

  /** Broadcasts this many messages, one after another; returns the start time. */
  async broadcast({ messages, bytes }: { messages: number; bytes: number }): Promise<number> {
    const message = Buffer.alloc(bytes, 'x')
    const startedAt = clock()
    for (let sent = 0; sent < messages; sent += 1) {
      for (const client of server.clients) if (isOpen(client)) client.send(message, { binary: false })
      await new Promise((resolve) => setImmediate(resolve))
    }
    return startedAt
  },

  /** Broadcasts these frames once. */
  async sweep(frames: string[]): Promise<number> {
    const ready = frames.map((frame) => Buffer.from(frame))
    const startedAt = clock()
    for (const client of server.clients)
      for (const frame of ready) if (isOpen(client)) client.send(frame, { binary: false })
    return startedAt
  },
  memory: settledMemory,
  watch,
}

serve(commands, async () => server?.close())
