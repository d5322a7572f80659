import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '@purple-sector/machine/free-port'

/** A proxy whose connections can be cut, to test outages of Redis, Postgres or Kafka. */
export type Proxy = {
  /** The server's URL through this proxy. */
  url: string
  /** Closes every connection and refuses new ones, like a killed server; the port stays reserved. */
  cut(): Promise<void>
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>
  /**
   * On the first connection that sends `after` and later `request`: closes it once the server has replied to `request`,
   * so that the reply is lost. Resolves then.
   */
  loseReply(request: string, options: { after: string }): Promise<void>
  stop(): Promise<void>
}

const listen = async (server: Server, port: number): Promise<void> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

/** Starts a proxy in front of the server of a URL such as `redis://127.0.0.1:6379/5`. */
export const startProxy = async (target: string): Promise<Proxy> => {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let losing: { request: string; after: string; done: () => void } | undefined

  const trackSocket = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const watch = (client: Socket, upstream: Socket): void => {
    let isAfter = false
    client.on('data', (sent) => {
      const pending = losing
      if (pending === undefined) return
      if (isAfter && sent.includes(pending.request)) {
        losing = undefined
        upstream.unpipe(client)
        upstream.once('data', () => {
          client.destroy()
          pending.done()
        })
        upstream.resume()
      }
      isAfter ||= sent.includes(pending.after)
    })
  }
  const createProxyServer = (): Server =>
    createServer({ noDelay: true }, (client) => {
      const upstream = connect({ host: hostname, port: Number(targetPort), noDelay: true })
      trackSocket(client)
      trackSocket(upstream)
      client.pipe(upstream).pipe(client)
      watch(client, upstream)
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
    })

  let server: Server | undefined = createProxyServer()
  const port = await freePort()
  await listen(server, port)
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)

  const cut = async (): Promise<void> => {
    const closing = server
    server = undefined
    if (!closing) return
    const closed = once(closing, 'close')
    closing.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const restore = async (): Promise<void> => {
    if (server) return
    server = createProxyServer()
    await listen(server, port)
  }
  const loseReply: Proxy['loseReply'] = (request, { after }) =>
    new Promise((done) => {
      losing = { request, after, done }
    })
  return { url: url.href, cut, restore, loseReply, stop: cut }
}
