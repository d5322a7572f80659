import { services } from '@purple-sector/product'
import { productProcesses } from '@purple-sector/product/processes'

/** A program to run, with the files of its input and output. */
export type Step = {
  command: readonly string[]
  from?: string
  into?: string
  /** Runs after all other steps, whether they succeeded or failed. */
  always?: boolean
  env?: Readonly<Record<string, string>>
}

export type Operation =
  | { name: 'rebuild'; service: string }
  | { name: 'redrive'; args: readonly string[] }
  | { name: 'backup'; file: string }
  | { name: 'restore'; file: string }
  | { name: 'race-day'; args: readonly string[] }

const REBUILD = 'infra/native/src/operations/rebuild.ts'
const REDRIVE = 'packages/messaging/src/outbox/redrive.ts'
const RACE_DAY = 'infra/race-day/src/main.ts'
const EMBEDDED_BACKUP = 'infra/native/src/operations/embedded-backup.ts'
const DATABASE = 'purple_sector'

const compose = (...args: string[]): Step => ({ command: ['docker', 'compose', ...args] })
/** Runs a program of the image as the superuser, without a terminal, so that output can be piped. */
const inImage = (...program: string[]): Step => compose('run', '--rm', '-T', '--no-deps', 'migrate', 'node', ...program)
const inPostgres = (program: string, ...args: string[]): Step =>
  compose('exec', '-T', 'postgres', program, '--username=postgres', ...args)

const migrate = compose('run', '--rm', '-T', 'migrate')
const recreateDatabase = [inPostgres('dropdb', '--if-exists', '--force', DATABASE), inPostgres('createdb', DATABASE)]

/**
 * Returns the steps of a restore; their order matters.
 * First the file is read, so that a wrong one changes nothing. Kafka and Redis hold data newer than the backup, which
 * must not be consumed again. Roles belong to the server and are not in the backup: `migrate` creates them on an empty
 * database, whatever a previous attempt left, and runs again for migrations newer than the backup. Then the services
 * refill their copies from each other.
 */
const restoreInContainers = (file: string): Step[] => [
  compose('up', '--detach', '--wait', '--no-deps', 'postgres'),
  { ...compose('exec', '-T', 'postgres', 'pg_restore', '--list'), from: file, into: '/dev/null' },
  compose('stop', ...productProcesses.map(({ name }) => name).toReversed(), 'kafka', 'redis'),
  compose(
    ...['run', '--rm', '-T', '--no-deps', '--entrypoint', 'find', 'kafka'],
    ...['/var/lib/kafka/data', '-mindepth', '1', '-delete'],
  ),
  ...recreateDatabase,
  migrate,
  ...recreateDatabase,
  { ...inPostgres('pg_restore', '--exit-on-error', `--dbname=${DATABASE}`), from: file },
  migrate,
  inImage(REBUILD, ...services.map(({ name }) => name)),
  compose('up', '--detach', '--wait'),
]

/** While a weekend is played, all registrations come from one address. */
const raceDayInContainers = (args: readonly string[]): Step[] => {
  const freshIdentity = compose('up', '--detach', '--wait', '--no-deps', 'identity')
  return [
    { ...freshIdentity, env: { LIMIT_REGISTRATION: '6000' } },
    { command: ['node', RACE_DAY, ...args] },
    { ...freshIdentity, always: true },
  ]
}

/** Returns the steps of an operation on the product that runs in containers. */
export const stepsInContainers = (operation: Operation): Step[] => {
  switch (operation.name) {
    case 'rebuild':
      return [
        inImage(REBUILD, operation.service),
        // `up --wait` ends when services are ready, which they are once they have caught up.
        compose('up', '--detach', '--wait', '--no-deps', '--force-recreate', operation.service),
      ]
    case 'redrive':
      return [inImage(REDRIVE, ...operation.args)]
    case 'backup':
      return [{ ...inPostgres('pg_dump', '--format=custom', DATABASE), into: operation.file }]
    case 'restore':
      return restoreInContainers(operation.file)
    case 'race-day':
      return raceDayInContainers(operation.args)
  }
}

/** Returns the steps of an operation on the data of the embedded product. */
export const stepsEmbedded = (operation: Operation): Step[] => {
  switch (operation.name) {
    case 'rebuild':
      return [{ command: ['node', REBUILD, operation.service] }]
    case 'redrive':
      return [{ command: ['node', REDRIVE, ...operation.args] }]
    case 'backup':
    case 'restore':
      return [{ command: ['node', EMBEDDED_BACKUP, operation.name, operation.file] }]
    case 'race-day':
      return [{ command: ['node', RACE_DAY, ...operation.args] }]
  }
}
