import { gatewaySchema } from '@purple-sector/gateway/config'
import { processSchema, serviceSchema, urlVariable } from '@purple-sector/service-kit/config'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { type Settings, settingsOf } from '@purple-sector/service-kit/settings'
import { telemetrySchema } from '@purple-sector/telemetry/settings'
import { services } from './services.ts'

/** Name of the variable with the password of a service's database role. */
export const passwordVariable = (service: string): string => `${service.toUpperCase()}_DATABASE_PASSWORD`

/** A kind of process of the distributed product, started by `docker-compose.yml` and the native runner. */
export type ProductProcess = Settings & {
  /** Its name in compose, shared by its replicas. */
  name: string
  entry: string
  /** The service whose schema it uses; the gateway has none. */
  service?: string
  /** Whether it runs with low CPU priority, because its work has no deadline. */
  isDeferrable: boolean
}

const mergeSettings = (...settings: Settings[]): Settings => ({
  required: settings.flatMap(({ required }) => required),
  optional: settings.flatMap(({ optional }) => optional),
})

/** Settings that every process gets, besides its own: its port and the addresses of the services. */
const commonVariables = ['PORT', ...services.map(({ name }) => urlVariable(name))]
const tracing = settingsOf(telemetrySchema)
const everyService = mergeSettings(settingsOf(serviceSchema, { required: commonVariables }), tracing)

/** Low CPU priority: chat and derived data may be delayed, unlike tips and results. */
const DEFERRABLE = new Set(['chat', 'engagement'])

const processesOf = ({ name: service, settings, workers = [] }: ServiceDefinition): ProductProcess[] => {
  const folder = `services/${service}/src`
  const shared = { service, isDeferrable: DEFERRABLE.has(service), ...mergeSettings(everyService, settings) }
  return [
    { name: service, entry: `${folder}/main.ts`, ...shared },
    ...workers.map((name) => ({ name, entry: `${folder}/${name}.ts`, ...shared })),
  ]
}

/** The migration step, which runs once before all other processes: roles, schemas, migrations, topics. */
export const migrateStep: ProductProcess = {
  name: 'migrate',
  entry: 'infra/native/src/operations/migrate.ts',
  isDeferrable: false,
  required: ['DATABASE_URL', 'KAFKA_BROKERS', ...services.map(({ name }) => passwordVariable(name))],
  optional: ['LOG_LEVEL', 'KAFKA_REPLICATION'],
}

export const productProcesses: readonly ProductProcess[] = [
  ...services.flatMap(processesOf),
  {
    name: 'gateway',
    entry: 'gateway/src/main.ts',
    isDeferrable: false,
    ...mergeSettings(
      settingsOf(processSchema, { required: [...commonVariables, 'IDENTITY_PRIVATE_KEY'] }),
      settingsOf(gatewaySchema),
      tracing,
      {
        required: [],
        optional: ['METRICS_PORT'],
      },
    ),
  },
]

/** Picks the settings of one process. Throws when a required setting has no value. */
export const environmentOf = (
  { name, required, optional }: ProductProcess,
  settings: Record<string, string | undefined>,
): Record<string, string> => {
  const missing = required.filter((variable) => !settings[variable])
  if (missing.length > 0) throw new Error(`${name} cannot start without ${missing.join(', ')}.`)
  const entries = [...required, ...optional].map((variable) => [variable, settings[variable]] as const)
  return Object.fromEntries(entries.flatMap(([variable, value]) => (value ? [[variable, value]] : [])))
}
