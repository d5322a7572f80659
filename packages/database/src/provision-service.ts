import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** What names a service towards Postgres: role and schema are called like it. */
export type ServiceAccess = { service: string; password: string }

/** The URL a service opens: the same server and database, by its own role. */
export const serviceUrl = (adminUrl: string, { service, password }: ServiceAccess): string => {
  const url = new URL(adminUrl)
  url.username = service
  url.password = encodeURIComponent(password)
  return url.href
}

/**
 * Makes the role and the schema of a service, both named like it, where they are missing, and sets the
 * password. The role owns its schema and sees no other. May be repeated and run concurrently.
 * Answers the service's own URL.
 */
export const provisionService = async (adminUrl: string, access: ServiceAccess): Promise<string> => {
  await provisionServices(adminUrl, [access])
  return serviceUrl(adminUrl, access)
}

/** The same for several, one after the other on one connection. */
export const provisionServices = async (adminUrl: string, accesses: readonly ServiceAccess[]): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'provision' })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const access of accesses) await repeated(() => provision(client, access))
  } finally {
    await client.end()
  }
}

const provision = async (client: pg.Client, { service, password }: ServiceAccess): Promise<void> => {
  const name = client.escapeIdentifier(service)
  const known = await client.query('select 1 from pg_roles where rolname = $1', [service])
  // Sent together they are one transaction, for which the disk is waited for once.
  await client.query(`
    ${known.rowCount ? 'alter' : 'create'} role ${name} login password ${client.escapeLiteral(password)};
    alter role ${name} set search_path = ${name};
    create schema if not exists ${name} authorization ${name};
    alter schema ${name} owner to ${name}`)
}

// Roles belong to the whole server but advisory locks to one database, so two provisions can meet in the
// catalogue: "already exists" or "tuple concurrently updated". Either way the next try finds it settled.
const meeting = /already exists|concurrently updated|duplicate key/

const repeated = async (work: () => Promise<void>, triesLeft = 20): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (triesLeft === 0 || !(error instanceof Error && meeting.test(error.message))) throw error
    // Each after a pause of its own, so that those who met do not meet again.
    await delay(Math.random() * 50)
    await repeated(work, triesLeft - 1)
  }
}
