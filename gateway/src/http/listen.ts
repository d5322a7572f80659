import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** As many as may wait to be accepted: after a restart everybody comes back at once. */
const BACKLOG = 4096

type Options = {
  app: FastifyInstance
  serverFactory(handler: RequestListener): Server
  port: number
  /** `localhost` where it is absent. */
  host?: string | undefined
  /** Looks a name up; replaced in tests. */
  addressesOf?: (name: string) => Promise<string[]>
}

const resolveAddresses = async (name: string): Promise<string[]> => {
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Listens at both addresses of `localhost`, where it has two, as Fastify does only of servers that it makes itself; at any
 * other host as Fastify does. A second address that cannot be had is done without.
 */
export const listen = async (options: Options): Promise<void> => {
  const { app, serverFactory, port, host = 'localhost', addressesOf = resolveAddresses } = options
  await app.listen({ port, host, backlog: BACKLOG })
  if (host !== 'localhost') return
  const { address: first, port: bound } = app.server.address() as AddressInfo
  for (const address of (await addressesOf(host)).filter((address) => address !== first)) {
    const second = serverFactory(app.routing)
    second.on('upgrade', (...upgrade) => app.server.emit('upgrade', ...upgrade))
    app.server.on('close', () => second.close())
    second.listen({ port: bound, host: address, backlog: BACKLOG })
    await once(second, 'listening').catch(() => {})
  }
}
