import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range from which the system hands out ports: nobody gets it while a program starts, or starts again. */
const PORTS = { lowest: 20_000, highest: 32_000 }

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })

/** A port on which a program that is started next may listen. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(PORTS.lowest, PORTS.highest)
    if (await isFree(port)) return port
  }
}
