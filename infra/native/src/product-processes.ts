/** The services that own a schema and a role of Postgres. */
export const databaseServices = ['identity', 'weekends', 'tipping', 'admin'] as const
export type DatabaseService = (typeof databaseServices)[number]

/** Name of the variable that carries the password of a service's role. */
export const passwordVariable = (service: DatabaseService): string => `${service.toUpperCase()}_DATABASE_PASSWORD`

/** One kind of process of the distributed product, as `docker-compose.yml` and the native runner start it. */
export type ProductProcess = {
  /** Its name in compose; replicas share it. */
  name: string
  entry: string
  /** The service whose schema it works on; the gateway has none. */
  service?: DatabaseService
  /** Variables without which it does not start. */
  required: readonly string[]
  /** Variables passed on where they are set. */
  optional: readonly string[]
}

const everyProcess = {
  required: ['PORT', 'KAFKA_BROKERS', 'REDIS_URL', 'INTERNAL_SECRET'].concat(
    databaseServices.map((service) => `${service.toUpperCase()}_URL`),
  ),
  optional: ['HOST', 'LOG_LEVEL', 'KAFKA_REPLICATION'],
}
const everyService = {
  required: [...everyProcess.required, 'DATABASE_URL', 'IDENTITY_PUBLIC_KEY'],
  optional: [...everyProcess.optional, 'DATABASE_POOL'],
}
const passwordHashing = ['MEMORY_KIB', 'PASSES', 'LANES', 'CONCURRENCY', 'WAITING'].map(
  (name) => `PASSWORD_HASH_${name}`,
)
const mail = ['SMTP_URL', 'MAIL_FROM', 'DATA_DIR']
const openIdConnect = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPES']

/** The step that runs once, before everything else: roles, schemas, migrations, topics. */
export const migrateStep: ProductProcess = {
  name: 'migrate',
  entry: 'infra/native/src/migrate.ts',
  required: ['DATABASE_URL', 'KAFKA_BROKERS', ...databaseServices.map(passwordVariable)],
  optional: ['LOG_LEVEL', 'KAFKA_REPLICATION'],
}

export const productProcesses: readonly ProductProcess[] = [
  {
    name: 'identity',
    entry: 'services/identity/src/main.ts',
    service: 'identity',
    required: [...everyService.required, 'ADMIN_EMAILS', 'ADMIN_PASSWORD'],
    optional: [
      ...everyService.optional,
      'PUBLIC_URL',
      'LIMIT_REGISTRATION',
      'LIMIT_SIGN_INS',
      'LIMIT_SIGN_INS_PER_ACCOUNT',
      'LIMIT_SIGN_INS_PER_ADDRESS',
      ...mail,
      ...openIdConnect,
      ...passwordHashing,
    ],
  },
  {
    name: 'weekends',
    entry: 'services/weekends/src/main.ts',
    service: 'weekends',
    required: everyService.required,
    optional: [...everyService.optional, 'CLOSE_TIMEOUT_MS'],
  },
  { name: 'tipping', entry: 'services/tipping/src/main.ts', service: 'tipping', ...everyService },
  { name: 'scoring-worker', entry: 'services/tipping/src/scoring-worker.ts', service: 'tipping', ...everyService },
  {
    name: 'admin',
    entry: 'services/admin/src/main.ts',
    service: 'admin',
    required: everyService.required,
    optional: [...everyService.optional, 'CLOSE_TIMEOUT_MS', 'PREVIEW_TIMEOUT_MS'],
  },
  {
    name: 'gateway',
    entry: 'gateway/src/main.ts',
    required: [...everyProcess.required, 'IDENTITY_PRIVATE_KEY'],
    optional: [
      ...everyProcess.optional,
      'PUBLIC_URL',
      'TRUST_PROXY',
      'METRICS_PORT',
      'LIMIT_WRITES',
      'LIMIT_ADMIN_WRITES',
      'READ_MEMORY_MB',
    ],
  },
]

/** The part of all settings that one process gets. Throws where a required one has no value. */
export const environmentOf = (
  { name, required, optional }: ProductProcess,
  settings: Record<string, string | undefined>,
): Record<string, string> => {
  const missing = required.filter((variable) => !settings[variable])
  if (missing.length > 0) throw new Error(`${name} cannot start without ${missing.join(', ')}.`)
  const given = [...required, ...optional].map((variable) => [variable, settings[variable]] as const)
  return Object.fromEntries(given.flatMap(([variable, value]) => (value ? [[variable, value]] : [])))
}
