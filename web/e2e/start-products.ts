import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { startNewProduct } from '@purple-sector/embedded/product-process'
import { dataVariable } from './data-directory.ts'

const SETTINGS = {
  // However busy the machine is, fans' pages come prefetched and server-rendered.
  SSR_PREFETCH_TIMEOUT_MS: '10000',
  SSR_TIMEOUT_MS: '10000',
  SSR_QUEUE_LIMIT: '100',
  // A spreadsheet is parsed at low priority.
  SHEET_TIMEOUT_MS: '30000',
  // Tests simulate the push services of browsers on this machine.
  PUSH_ALLOW_PRIVATE: 'on',
  // And receivers of webhooks.
  TIMING_ALLOW_PRIVATE: 'on',
  WEBHOOKS_ALLOW_PRIVATE: 'on',
}

/**
 * Starts the products of all workers; tests start once all are ready.
 *
 * At the end the output of each is stored beside the screenshots of failed tests.
 */
export default async ({ metadata, projects: [project] }: FullConfig): Promise<() => Promise<void>> => {
  const ports: string[] = metadata.ports
  const starts = await Promise.allSettled(ports.map((PORT) => startNewProduct({ PORT, ...SETTINGS })))
  const products = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async (): Promise<void> => {
    await Promise.all(products.map((product) => product.dispose()))
    const folder = project?.outputDir ?? ''
    await mkdir(folder, { recursive: true })
    for (const [index, product] of products.entries())
      await writeFile(join(folder, `product-${index}.log`), product.output())
  }
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  for (const [index, { dataDir }] of products.entries()) process.env[dataVariable(index)] = dataDir
  return stop
}
