import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

const frameSchema = z.looseObject({ type: z.string(), data: z.unknown() })
export type Frame = z.output<typeof frameSchema>

/** Changes to the replies and frames of a product. */
export type Tampering = {
  /** Returns the JSON to reply with; `call` is method, path and query, as in `GET /api/weekends`. */
  reply?(call: string, body: unknown): unknown
  /** Returns the frames to send instead of one: others, none, or several. */
  frame?(frame: Frame): Frame[]
}

/** A faulty product made of a correct one: passes everything on except for the tampering. */
export type TamperingProxy = {
  url: string
  tamper(tampering: Tampering): void
  /** Answers 503 to the next calls. */
  failNext(calls: number): void
  cutSockets(): void
  stop(): Promise<void>
}

/** Starts a proxy in front of the product at `target`. */
export const startTamperingProxy = async (target: string): Promise<TamperingProxy> => {
  const agent = new Agent({ keepAlive: true })
  const { host, origin } = new URL(target)
  let tampering: Tampering = {}
  let outages = 0

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method, url, headers } = incoming
    const body = await buffer(incoming)
    if (outages > 0) {
      outages -= 1
      outgoing.writeHead(503, { 'retry-after': '0' }).end('{"code":"UNAVAILABLE","message":"Not now."}')
      return
    }
    const call = request(new URL(url ?? '/', target), {
      agent,
      method,
      headers: { ...headers, host, ...(headers.origin !== undefined && { origin }) },
    })
    call.end(body)
    const [reply]: IncomingMessage[] = await once(call, 'response')
    if (!reply) throw new Error('no reply')
    const { connection: _, 'transfer-encoding': __, ...kept } = reply.headers
    const reported = await buffer(reply)
    const isJson = reply.headers['content-type']?.startsWith('application/json') && reply.statusCode === 200
    const sent =
      isJson && tampering.reply
        ? Buffer.from(JSON.stringify(tampering.reply(`${method} ${url}`, JSON.parse(reported.toString()))))
        : reported
    const status = reply.statusCode ?? 502
    outgoing.writeHead(status, { ...kept, ...(status !== 204 && { 'content-length': sent.length }) }).end(sent)
  }

  const http = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const sockets = new WebSocketServer({ server: http, path: '/ws' })
  sockets.on('connection', (client, { headers: { cookie } }) => {
    const upstream = new WebSocket(`${target.replace(/^http/, 'ws')}/ws`, {
      origin,
      headers: { ...(cookie !== undefined && { cookie }) },
      perMessageDeflate: false,
    })
    const opened = once(upstream, 'open')
    opened.catch(() => client.terminate())
    client.on('message', (data) => {
      opened.then(
        () => upstream.send(String(data)),
        () => {},
      )
    })
    upstream.on('message', (data) => {
      const frame = frameSchema.parse(JSON.parse(String(data)))
      for (const sent of tampering.frame?.(frame) ?? [frame]) client.send(JSON.stringify(sent))
    })
    // Closes without a reason: the client reconnects, as after any loss.
    client.on('close', () => upstream.terminate())
    upstream.on('close', () => client.terminate())
    for (const socket of [client, upstream]) socket.on('error', () => socket.terminate())
  })
  http.listen(0, 'localhost')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo

  const cutSockets = (): void => {
    for (const socket of sockets.clients) socket.terminate()
  }
  return {
    url: `http://localhost:${port}`,
    tamper: (wanted) => {
      tampering = wanted
    },
    failNext: (calls) => {
      outages = calls
    },
    cutSockets,
    async stop() {
      cutSockets()
      agent.destroy()
      http.closeAllConnections()
      const closed = once(http, 'close')
      http.close()
      await closed
    },
  }
}
