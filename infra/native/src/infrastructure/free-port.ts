import { createServer } from 'node:net'

/** Below the range from which Linux takes the ports of outgoing connections, so that a restart finds its port still free. */
const EVERYWHERE = '20000-32000'

/** Suites that run beside each other choose from ranges apart (`lanes.ts`): a port is taken a while after it was found free. */
const range = (): { lowest: number; highest: number } => {
  const [lowest = 0, highest = 0] = (process.env.FREE_PORTS || EVERYWHERE).split('-').map(Number)
  return { lowest, highest }
}

const handedOut = new Set<number>()

/** Whether a program could listen on this port of the loopback interface now. */
export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })

/** A free port of the loopback interface; one process never gets the same port twice. */
export const freePort = async (preferred?: number): Promise<number> => {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred
  const { lowest, highest } = range()
  for (let tries = 0; tries < 1000; tries++) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (handedOut.has(port) || !(await isPortFree(port))) continue
    handedOut.add(port)
    return port
  }
  throw new Error(`Found no free port between ${lowest} and ${highest}.`)
}
