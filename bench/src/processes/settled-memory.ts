import { watch } from './serve.ts'

export type Memory = { rss: number; heap: number }

/** What this process holds after everything unused was let go; start it with `--expose-gc`. */
export const settledMemory = async (): Promise<Memory> => {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.()
    await watch(200)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heap: heapUsed + external }
}
