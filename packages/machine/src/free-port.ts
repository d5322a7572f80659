import { createServer } from 'node:net'

/**
 * Below the range that Linux uses for outgoing connections, so that a restart finds its port still
 * free.
 */
const DEFAULT_RANGE = '20000-32000'

/** Parallel processes get separate ranges, because a port is bound only some time after this check. */
const readRange = (): { lowest: number; highest: number } => {
  const [lowest = 0, highest = 0] = (process.env.FREE_PORTS || DEFAULT_RANGE).split('-').map(Number)
  return { lowest, highest }
}

/** Whether a program could listen on this port on all addresses now. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, exclusive: true }, () => probe.close(() => resolve(true)))
  })

const reserved = new Set<number>()

const reserve = async (port: number): Promise<boolean> => {
  if (reserved.has(port)) return false
  // Before the check, so that a concurrent call gets another port.
  reserved.add(port)
  return isFree(port)
}

/**
 * Finds a port for a program that is started next, the preferred one if it is free.
 * One process never gets the same port twice, so a program that stops listening for a while finds its port still free.
 * `FREE_PORTS`, such as `10000-14999`, sets the range. Throws if no port is free.
 */
export const freePort = async (preferred?: number): Promise<number> => {
  if (preferred !== undefined && (await reserve(preferred))) return preferred
  const { lowest, highest } = readRange()
  for (let tries = 0; tries < 1000; tries++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await reserve(port)) return port
  }
  throw new Error(`Found no free port between ${lowest} and ${highest}.`)
}
