import { resolve } from 'node:path'
import { type Database, openDatabase } from '@purple-sector/database'
import { startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { resetProjections } from '@purple-sector/messaging'
import { services } from '@purple-sector/product'
import { createLogger } from '@purple-sector/service-kit/logger'

/**
 * Makes a service rebuild its copies of other services' data.
 * Deletes its record of what it has received, so that it requests the present state from every owner at its next start.
 * Its own decisions (locks, memberships, points) stay.
 */
const resetProjectionsOf = async (database: Database): Promise<number> => {
  const consumers: { consumer: string }[] = await database('bootstraps').distinct('consumer')
  for (const { consumer } of consumers) await database.transaction((sql) => resetProjections(sql, consumer))
  return consumers.length
}

/** Connects to DATABASE_URL, else to the database of the embedded product, which must not be running. */
const openProductDatabase = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const { DATABASE_URL, DATA_DIR = './var' } = process.env
  if (DATABASE_URL) return { url: DATABASE_URL, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir: resolve(DATA_DIR), log: createLogger('rebuild', 'warn') })
}

const rebuild = async (service: string, url: string): Promise<void> => {
  const database = openDatabase({ url, schema: service, maxConnections: 1 })
  try {
    const resetCount = await resetProjectionsOf(database)
    process.stdout.write(
      resetCount > 0
        ? `${service} refills its copies at its next start: start it, or restart it where it is running.\n`
        : `${service} has no copies yet; nothing to do.\n`,
    )
  } finally {
    await database.destroy()
  }
}

const main = async (requested: readonly string[]): Promise<void> => {
  const names: string[] = services.map(({ name }) => name)
  if (requested.length === 0 || !requested.every((service) => names.includes(service)))
    throw new Error(`Say whose copies: make rebuild SERVICE=${names.join('|')}`)
  const postgres = await openProductDatabase()
  try {
    for (const service of requested) await rebuild(service, postgres.url)
  } finally {
    await postgres.stop()
  }
}

main(process.argv.slice(2).filter((name) => name !== '')).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
})
