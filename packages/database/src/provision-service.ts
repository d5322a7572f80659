import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Credentials of a service in Postgres: its role and schema have the service's name. */
export type ServiceAccess = { service: string; password: string }

/** Returns the URL for a service: the same server and database, with its own role. */
export const serviceUrl = (adminUrl: string, { service, password }: ServiceAccess): string => {
  const url = new URL(adminUrl)
  url.username = service
  url.password = encodeURIComponent(password)
  return url.href
}

/**
 * Creates the role and the schema of a service if missing, sets the password, and returns the service's URL.
 *
 * Both are named like the service; the role owns its schema and cannot access others. Idempotent and safe to run
 * concurrently.
 */
export const provisionService = async (adminUrl: string, access: ServiceAccess): Promise<string> => {
  await provisionServices(adminUrl, [access])
  return serviceUrl(adminUrl, access)
}

/** Provisions several services one after the other on one connection. */
export const provisionServices = async (adminUrl: string, accesses: readonly ServiceAccess[]): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'provision' })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const access of accesses) await retryConflicts(() => provision(client, access))
  } finally {
    await client.end()
  }
}

const provision = async (client: pg.Client, { service, password }: ServiceAccess): Promise<void> => {
  const name = client.escapeIdentifier(service)
  const existing = await client.query('select 1 from pg_roles where rolname = $1', [service])
  // Sent together they form one transaction, with a single flush to disk.
  await client.query(`
    ${existing.rowCount ? 'alter' : 'create'} role ${name} login password ${client.escapeLiteral(password)};
    alter role ${name} set search_path = ${name};
    create schema if not exists ${name} authorization ${name};
    alter schema ${name} owner to ${name}`)
}

// Roles belong to the whole server but advisory locks to one database, so two provisions can conflict in the
// catalogue: "already exists" or "tuple concurrently updated". In both cases a retry succeeds.
const CONFLICT = /already exists|concurrently updated|duplicate key/

const retryConflicts = async (work: () => Promise<void>, triesLeft = 20): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (triesLeft === 0 || !(error instanceof Error && CONFLICT.test(error.message))) throw error
    // Random delays, so that conflicting provisions do not conflict again.
    await delay(Math.random() * 50)
    await retryConflicts(work, triesLeft - 1)
  }
}
