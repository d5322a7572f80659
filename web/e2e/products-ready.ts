import { setTimeout as delay } from 'node:timers/promises'
import type { FullConfig } from '@playwright/test'

/** All start at once, and a busy machine takes its time. */
const PATIENCE_MS = 300_000

const isReady = (baseURL: string): Promise<boolean> =>
  fetch(`${baseURL}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The products of the workers were told to start: journeys begin once all of them can be used. */
export default async ({ metadata }: FullConfig): Promise<void> => {
  const products: string[] = metadata.products
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const ready = products.map(async (baseURL, index) => {
    while (!(await isReady(baseURL))) {
      if (patience.aborted) throw new Error(`Product ${index} is not ready at ${baseURL}: what it said stands above.`)
      await delay(100)
    }
  })
  await Promise.all(ready)
}
