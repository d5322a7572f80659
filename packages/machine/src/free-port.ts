import { createServer } from 'node:net'

/** Below the range from which Linux takes the ports of outgoing connections, so that a restart finds its port still free. */
const EVERYWHERE = '20000-32000'

/** Processes that run beside each other are told ranges apart: a port is taken a while after it was found free. */
const range = (): { lowest: number; highest: number } => {
  const [lowest = 0, highest = 0] = (process.env.FREE_PORTS || EVERYWHERE).split('-').map(Number)
  return { lowest, highest }
}

/** Whether a program could listen on this port of every address now. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, exclusive: true }, () => probe.close(() => resolve(true)))
  })

const handedOut = new Set<number>()

const take = async (port: number): Promise<boolean> => {
  if (handedOut.has(port)) return false
  // Before it is looked at: who asks meanwhile gets another.
  handedOut.add(port)
  return isFree(port)
}

/**
 * A port on which a program that is started next may listen, the preferred one where it is free. One process never gets the
 * same port twice: whoever stops listening for a while finds the port still theirs. `FREE_PORTS`, as `10000-14999`, names
 * the range to choose from.
 */
export const freePort = async (preferred?: number): Promise<number> => {
  if (preferred !== undefined && (await take(preferred))) return preferred
  const { lowest, highest } = range()
  for (let tries = 0; tries < 1000; tries++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await take(port)) return port
  }
  throw new Error(`Found no free port between ${lowest} and ${highest}.`)
}
