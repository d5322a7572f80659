import { isConnectionFailure, UnknownMigrationError } from '@purple-sector/database'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Postgres error codes: invalid password; no pg_hba rule for this user. */
const AUTHENTICATION_ERRORS = new Set<unknown>(['28P01', '28000'])

/** Explains an error that an operator can fix; undefined for a bug, whose stack should be shown. */
export const explainFailure = (error: unknown): string | undefined => {
  if (AUTHENTICATION_ERRORS.has(codeOf(error)))
    return [
      'The database rejects the password in POSTGRES_PASSWORD: its data were created with another one, in another .env.',
      'Nothing was changed. Do one of these, then "make up" again:',
      '  - put back the .env of those data;',
      '  - "make database-password": the database takes the password of this .env, and its data stay;',
      '  - if the data may be lost: "docker compose down --volumes" removes them for ever.',
    ].join('\n')
  if (error instanceof UnknownMigrationError)
    return [
      `An incompatible version of Purple Sector created the data of the database (${error.message}).`,
      'Start the version that created them. Or start with fresh data: "docker compose down --volumes" removes the present ones for ever. Then "make up" again.',
    ].join('\n')
  if (isConnectionFailure(error))
    return `The database cannot be reached (${error instanceof Error ? error.message : error}). Look at its log: docker compose logs postgres`
  if (error instanceof Error && error.name.startsWith('KafkaJS'))
    return `Kafka rejected a request (${error.message}). Look at its log: docker compose logs kafka`
  return undefined
}
