import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { writeFileAtomic } from '@purple-sector/machine/files'
import { DatabaseStartError } from './start-error.ts'

/** Returns the port if it is free on the loopback (any free one for 0), undefined if it is in use. */
const findFreePort = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(address && typeof address === 'object' ? address.port : undefined))
    })
  })

const readStoredPort = (home: string): number | undefined => {
  try {
    const port = Number.parseInt(readFileSync(join(home, 'port'), 'utf8'), 10)
    return port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

/**
 * Chooses the port: the requested one, else the one stored by the last start, else any free one, which is then stored.
 *
 * Throws `DatabaseStartError` if the requested port is in use.
 */
export const choosePort = async (home: string, requestedPort?: number): Promise<number> => {
  if (requestedPort !== undefined) {
    if ((await findFreePort(requestedPort)) === undefined)
      throw new DatabaseStartError(`Port ${requestedPort} for the database is taken by another program.`)
    return requestedPort
  }
  const storedPort = readStoredPort(home)
  const port = (storedPort && (await findFreePort(storedPort))) || (await findFreePort(0))
  if (port === undefined) throw new DatabaseStartError('No free port was found for the database.')
  if (port !== storedPort) await writeFileAtomic(join(home, 'port'), String(port), { mode: 0o644 })
  return port
}
