import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { clock } from '../sockets/clock.ts'
import { serve, watch } from './serve.ts'

const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false })

/** Socket.IO over WebSockets with its default settings. */
export const commands = {
  async start(): Promise<number> {
    await new Promise<void>((resolve) => http.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve))
    return (http.address() as AddressInfo).port
  },

  /** Broadcasts this many messages, one after another; returns the start time. */
  async broadcast({ messages, bytes }: { messages: number; bytes: number }): Promise<number> {
    const message = 'x'.repeat(bytes)
    const startedAt = clock()
    for (let sent = 0; sent < messages; sent += 1) {
      io.emit('message', message)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return startedAt
  },
  watch,
}

serve(commands, async () => {
  await io.close()
})
