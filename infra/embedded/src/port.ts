import { type AddressInfo, createServer } from 'node:net'

const USUAL_PORT = 8080
const TRIES = 50

/** The port if it is free, for 0 any that is; undefined where it is taken. */
const freePort = (port: number, host: string | undefined): Promise<number | undefined> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })

/**
 * The port asked for, else 8080 or the first free one after it: another program there must not stop a newcomer. For 0
 * any free one, chosen here and now: mailed links have to name it.
 */
export const choosePort = async (asked: number | undefined, host: string | undefined): Promise<number> => {
  if (asked) return asked
  if (asked === undefined)
    for (let port = USUAL_PORT; port < USUAL_PORT + TRIES; port++)
      if ((await freePort(port, host)) !== undefined) return port
  return (await freePort(0, host)) ?? 0
}
