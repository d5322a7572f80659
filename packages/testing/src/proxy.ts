import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A way to a server that can be cut, to see what happens when Redis, Postgres or Kafka goes away. */
export type Proxy = {
  /** The server's URL, by way of this proxy. */
  url: string
  /** Ends every connection and refuses new ones, as a server that was killed does. */
  cut(): Promise<void>
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>
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

  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const serve = (): Server =>
    createServer({ noDelay: true }, (client) => {
      const upstream = connect({ host: hostname, port: Number(targetPort), noDelay: true })
      keep(client)
      keep(upstream)
      client.pipe(upstream).pipe(client)
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
  return { url: url.href, cut, restore, stop: cut }
}
