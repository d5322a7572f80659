import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '@purple-sector/machine/free-port'

/** A way to a server that can be cut, to see what happens when Redis, Postgres or Kafka goes away. */
export type Proxy = {
  /** The server's URL, by way of this proxy. */
  url: string
  /** Ends every connection and refuses new ones, as a server that was killed does; the port stays its own. */
  cut(): Promise<void>
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>
  /**
   * On the first connection that sends `after` and later `request`: ends it once the server has answered `request`, and
   * the answer is lost. Resolves when it is.
   */
  loseAnswer(request: string, options: { after: string }): Promise<void>
  stop(): Promise<void>
}

const listening = async (server: Server, port: number): Promise<void> => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

/** Starts a proxy before the server of a URL such as `redis://127.0.0.1:6379/5`. */
export const startProxy = async (target: string): Promise<Proxy> => {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let losing: { request: string; after: string; done: () => void } | undefined

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const watch = (client: Socket, upstream: Socket): void => {
    let isAfter = false
    client.on('data', (sent) => {
      const wanted = losing
      if (wanted === undefined) return
      if (isAfter && sent.includes(wanted.request)) {
        losing = undefined
        upstream.unpipe(client)
        upstream.once('data', () => {
          client.destroy()
          wanted.done()
        })
        upstream.resume()
      }
      isAfter ||= sent.includes(wanted.after)
    })
  }
  const serve = (): Server =>
    createServer({ noDelay: true }, (client) => {
      const upstream = connect({ host: hostname, port: Number(targetPort), noDelay: true })
      keep(client)
      keep(upstream)
      client.pipe(upstream).pipe(client)
      watch(client, upstream)
      client.on('close', () => upstream.destroy())
      upstream.on('close', () => client.destroy())
    })

  let server: Server | undefined = serve()
  const port = await freePort()
  await listening(server, port)
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
    server = serve()
    await listening(server, port)
  }
  const loseAnswer: Proxy['loseAnswer'] = (request, { after }) =>
    new Promise((done) => {
      losing = { request, after, done }
    })
  return { url: url.href, cut, restore, loseAnswer, stop: cut }
}
