import { watch } from './serve.ts'

export type Memory = { rss: number; heap: number }

/**
 * What this process holds after everything unused was let go; start it with `--expose-gc`. A plain collection keeps the
 * young generation as large as a rush of handshakes made it (tens of megabytes), which is no socket's: this one gives
 * it back, as V8 does by itself in a process that has become quiet.
 */
export const settledMemory = async (): Promise<Memory> => {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await watch(200)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}
