import { type AddressInfo, createServer } from 'node:net'

const USUAL_PORT = 8080
const TRIES = 50

/** Returns the port if it is free, for 0 any free port; undefined when it is in use. */
const freePort = (port: number, host: string | undefined): Promise<number | undefined> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      const { port: boundPort } = probe.address() as AddressInfo
      probe.close(() => resolve(boundPort))
    })
  })

/**
 * Returns the requested port, else 8080 or the next free one, so that another program does not prevent a start.
 * For 0, any free port is chosen at once, because mailed links have to contain it.
 */
export const choosePort = async (requested: number | undefined, host: string | undefined): Promise<number> => {
  if (requested) return requested
  if (requested === undefined)
    for (let port = USUAL_PORT; port < USUAL_PORT + TRIES; port++)
      if ((await freePort(port, host)) !== undefined) return port
  return (await freePort(0, host)) ?? 0
}
