import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProductProcess } from './product-process.ts'

/** Returns the superuser's URL of a running product's database, by the port and password in its data. */
export const databaseUrlOf = async ({ dataDir }: ProductProcess): Promise<string> => {
  const readStored = async (name: string) => (await readFile(join(dataDir, 'postgres', name), 'utf8')).trim()
  return `postgres://postgres:${encodeURIComponent(await readStored('password'))}@127.0.0.1:${await readStored('port')}/purple_sector`
}
