import { watch } from './serve.ts'

export type Memory = { rss: number; heap: number }

/**
 * Returns the memory of this process after a full garbage collection; requires `--expose-gc`.
 * A plain collection leaves the young generation as large as a rush of handshakes made it (tens of megabytes), which
 * does not belong to sockets. This one shrinks it, as V8 does by itself in an idle process.
 */
export const settledMemory = async (): Promise<Memory> => {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await watch(200)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}
