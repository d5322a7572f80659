import { connect, createServer } from 'node:net'

/**
 * Listens on a port of this machine and forwards each connection by itself, as a load balancer of TCP does: the Service
 * picks a ready gateway for each.
 */
export const startForward = async (target: { host: string; port: number }): Promise<{ url: string; stop(): void }> => {
  const server = createServer((client) => {
    const upstream = connect(target)
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    stop: () => void server.close(),
  }
}
