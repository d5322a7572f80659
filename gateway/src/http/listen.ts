import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Length of the accept queue: after a restart all clients reconnect at once. */
const BACKLOG = 4096

type Options = {
  app: FastifyInstance
  serverFactory(handler: RequestListener): Server
  port: number
  /** `localhost` by default. */
  host?: string | undefined
  /** Resolves a name; replaced in tests. */
  addressesOf?: (name: string) => Promise<string[]>
}

const resolveAddresses = async (name: string): Promise<string[]> => {
  const addresses = await lookup(name, { all: true })
  return addresses.map(({ address }) => address)
}

/**
 * Listens on both addresses of `localhost`, if it has two, and on any other host as Fastify does.
 * Fastify listens on two addresses only with servers that it creates. Ignores a second address that is not available.
 */
export const listen = async (options: Options): Promise<void> => {
  const { app, serverFactory, port, host = 'localhost', addressesOf = resolveAddresses } = options
  await app.listen({ port, host, backlog: BACKLOG })
  if (host !== 'localhost') return
  const { address: first, port: boundPort } = app.server.address() as AddressInfo
  for (const address of (await addressesOf(host)).filter((address) => address !== first)) {
    const second = serverFactory(app.routing)
    second.on('upgrade', (...upgrade) => app.server.emit('upgrade', ...upgrade))
    app.server.on('close', () => second.close())
    second.listen({ port: boundPort, host: address, backlog: BACKLOG })
    await once(second, 'listening').catch(() => {})
  }
}
