import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { startNewProduct } from '@purple-sector/embedded/product-process'
import { dataVariable } from './data-directory.ts'

const SETTINGS = {
  // However busy the machine is, fans' pages come with what they begin with, and drawn.
  SSR_PREFETCH_TIMEOUT_MS: '10000',
  SSR_TIMEOUT_MS: '10000',
  SSR_QUEUE_LIMIT: '100',
  // A spreadsheet is read behind everything else.
  SHEET_TIMEOUT_MS: '30000',
  // Journeys stand in for the push services of browsers, on this machine.
  PUSH_ALLOW_PRIVATE: 'on',
  // And for those who are told by webhooks.
  TIMING_ALLOW_PRIVATE: 'on',
  WEBHOOKS_ALLOW_PRIVATE: 'on',
}

/**
 * Starts the products of the workers at once: journeys begin when all of them can be used. At the end what each has said
 * lies beside the pictures of journeys that failed.
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
