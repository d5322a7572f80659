import { rm } from 'node:fs/promises'

/** The product has stopped by now: its data may go. */
export default async (): Promise<void> => {
  const folder = process.env.E2E_DATA_DIR
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
}
