import { createServer } from 'node:net'

const USUAL_PORT = 8080
const TRIES = 50

const isFree = (port: number, host: string | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, ...(host === undefined ? {} : { host }) }, () => probe.close(() => resolve(true)))
  })

/** The port asked for, else 8080 or the first free one after it: another program there must not stop a newcomer. */
export const choosePort = async (asked: number | undefined, host: string | undefined): Promise<number> => {
  if (asked !== undefined) return asked
  for (let port = USUAL_PORT; port < USUAL_PORT + TRIES; port++) if (await isFree(port, host)) return port
  return 0
}
