import type { CallDefinition, CallerName, CallInput, CallReply } from '@purple-sector/contracts/call'
import type { Database } from '@purple-sector/database'
import type { EventBus } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit/calls/identity-token'
import type { Outcome, ServiceCall, ServiceReply } from '@purple-sector/service-kit/calls/rpc'
import type { Platform, Service } from '@purple-sector/service-kit/platform'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { aFan, anAdmin } from './builders.ts'
import type { StubbedCalls } from './calls.ts'
import type { TestDatabase } from './databases/test-database.ts'
import type { EventProbe } from './event-probe.ts'
import type { EventPublisher } from './event-publisher.ts'
import { createTestPlatform, type LogLine } from './platform.ts'
import { clientOf, type TestClient } from './test-client.ts'

type Options<Config> = {
  /** Environment for its config; default: empty, so that every setting has its default. */
  environment?: NodeJS.ProcessEnv
  /** Overrides of the parsed config. */
  config?: Partial<Config>
  /** Replaced dependencies of the service under test: a database connection that can be cut, calls. */
  platform?: (dependencies: {
    platform: Platform
    databaseUrl: string
  }) => Partial<Platform> | Promise<Partial<Platform>>
  /** An earlier, ended run whose data are used again; its `close` still removes them. */
  on?: TestDatabase
  /** Whether it starts at once. Until `start` it replies to requests, and its events remain in the outbox. */
  isStarted?: boolean
}

/** One service on real Postgres and the embedded bus, queue and cache, with stubs of its users and other services. */
export type ServiceTest = EventPublisher & {
  service: Service
  app: Service['app']
  /** The dependencies it was built with. */
  platform: Platform
  /** The test's own pool on the service's schema. */
  database: Database
  /** The database itself, for another run on the same data. */
  testDatabase: TestDatabase
  bus: EventBus
  /** Every event published since, validated by its contract. */
  probe: EventProbe
  /** Stubs of the other services. */
  calls: StubbedCalls
  /** Logged lines of the service, `info` and above. */
  lines: readonly LogLine[]
  /** Returns headers of a request verified by the gateway. */
  identityOf(user: Caller): Promise<{ 'x-identity': string }>
  /** Requests of a user, as the gateway would send them. */
  as(user: Caller): Promise<TestClient>
  /** The administrator behind `admin`. */
  chief: Caller
  visitor: TestClient
  fan: TestClient
  admin: TestClient
  /** Calls the service by a definition, as the first of its callers or the given one. */
  request<const Definition extends CallDefinition>(
    definition: Definition,
    input: CallInput<Definition>,
    caller?: CallerName,
  ): Promise<Outcome<CallReply<Definition>>>
  /** Calls `/internal/*` of the service, signed like another service. */
  callInternal(call: ServiceCall): Promise<ServiceReply>
  /** Starts it if `isStarted` was false, and waits until it is ready: 30 s at most. */
  start(): Promise<void>
  /** Stops the service, closes its dependencies and removes the database, unless it belongs to an earlier run. */
  close(): Promise<void>
}

/** Builds and starts a service for one test file. Call it in `beforeAll`, and `close` in `afterAll`. */
export const createServiceTest = async <Config>(
  definition: ServiceDefinition<Config>,
  options: Options<Config> = {},
): Promise<ServiceTest> => {
  const { name, migrationsDirectory } = definition
  const dependencies = await createTestPlatform({ service: name, migrationsDirectory, on: options.on })
  const { test, bus, probe, calls, lines, publishEvent, identityOf } = dependencies
  const replacedDependencies = await options.platform?.({ platform: dependencies.platform, databaseUrl: test.url })
  const platform: Platform = { ...dependencies.platform, ...replacedDependencies }
  const config = { ...definition.readConfig(options.environment ?? {}), ...options.config }
  const service = await definition.build(platform, config)
  const { app } = service
  const chief = anAdmin({ username: 'chief' })
  const as = async (user: Caller): Promise<TestClient> => clientOf(app, await identityOf(user))
  let isStarted = false
  const start = (): Promise<void> => {
    isStarted = true
    return dependencies.start(service)
  }
  if (options.isStarted ?? true) await start()
  return {
    service,
    app,
    platform,
    database: dependencies.platform.database,
    testDatabase: test,
    bus,
    probe,
    calls,
    lines,
    publishEvent,
    identityOf,
    as,
    chief,
    visitor: clientOf(app),
    fan: await as(aFan()),
    admin: await as(chief),
    request: (definition, input, caller) => dependencies.request(service, definition, input, caller),
    callInternal: (call) => dependencies.callInternal(service, call),
    start,
    async close() {
      if (!isStarted) await service.stop()
      await dependencies.close()
    },
  }
}
