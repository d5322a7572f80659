import { setTimeout as delay } from 'node:timers/promises'
import { createInProcessCache } from '@purple-sector/cache'
import type { CallDefinition, CallerName, CallInput, CallReply } from '@purple-sector/contracts/call'
import { openDatabase } from '@purple-sector/database'
import { createJobs } from '@purple-sector/jobs'
import type { EventBus } from '@purple-sector/messaging'
import { createInProcessBus } from '@purple-sector/messaging/in-process'
import {
  type Caller,
  generateIdentityKeys,
  IDENTITY_HEADER,
  identitySigner,
  identityVerifier,
} from '@purple-sector/service-kit/calls/identity-token'
import { inProcessCalls } from '@purple-sector/service-kit/calls/internal-calls'
import type { Outcome, ServiceCall, ServiceReply } from '@purple-sector/service-kit/calls/rpc'
import { createLogger } from '@purple-sector/service-kit/logger'
import type { Platform, Service } from '@purple-sector/service-kit/platform'
import { type StubbedCalls, stubCalls } from './calls.ts'
import { acquireTimeoutMs, createTestDatabase, type TestDatabase } from './databases/test-database.ts'
import { type EventProbe, startEventProbe } from './event-probe.ts'
import { createEventPublisher, type EventPublisher } from './event-publisher.ts'

export { aFan, anAdmin } from './builders.ts'

type PlatformOptions = {
  service: string
  migrationsDirectory: string
  /** The database of an earlier platform, which is not removed at the end. */
  on?: TestDatabase | undefined
}

/** A line of the log, as written. */
export type LogLine = Record<string, unknown>

/**
 * Platform for one service under test: real Postgres, and the embedded bus, queue and cache; other services stubbed.
 */
export type TestPlatform = EventPublisher & {
  platform: Platform
  test: TestDatabase
  bus: EventBus
  probe: EventProbe
  calls: StubbedCalls
  /** Logged lines, `info` and above; also on stdout if `LOG_LEVEL` of the environment is set. */
  lines: readonly LogLine[]
  /** Returns headers of a request verified by the gateway. */
  identityOf(user: Caller): Promise<{ [IDENTITY_HEADER]: string }>
  /** Calls `/internal/*` of the service under test, signed like another service. */
  callInternal(service: Pick<Service, 'name' | 'app'>, call: ServiceCall): Promise<ServiceReply>
  /** Calls the service under test by a definition, as the first of its callers or the given one. */
  request<const Definition extends CallDefinition>(
    service: Pick<Service, 'name' | 'app'>,
    definition: Definition,
    input: CallInput<Definition>,
    caller?: CallerName,
  ): Promise<Outcome<CallReply<Definition>>>
  /** Starts the service under test and waits until it is ready, 30 s at most. `close` stops it. */
  start(service: Service): Promise<void>
  /** Stops the service, closes its dependencies and removes the database, unless it belongs to an earlier platform. */
  close(): Promise<void>
}

const internalSecret = 'a secret that only tests know: 0123456789'

const waitUntilReady = async (service: Service): Promise<void> => {
  const timeout = AbortSignal.timeout(30_000)
  while (!(await service.isReady())) {
    if (timeout.aborted) throw new Error(`${service.name} was not ready within 30 s`)
    await delay(20)
  }
}

const createRecordingLog = (service: string) => {
  const lines: LogLine[] = []
  const { LOG_LEVEL: level } = process.env
  const write = (line: string): void => {
    lines.push(JSON.parse(line))
    if (level !== undefined) process.stdout.write(line)
  }
  return { log: createLogger(service, level ?? 'info', { write }), lines }
}

/** Creates the platform of one test file. Call it in `beforeAll`, and `close` in `afterAll`. */
export const createTestPlatform = async (options: PlatformOptions): Promise<TestPlatform> => {
  const { service, migrationsDirectory } = options
  const { log, lines } = createRecordingLog(service)
  const test = options.on ?? (await createTestDatabase({ service, migrationsDirectory }))
  const busDatabase = openDatabase({ url: test.adminUrl, schema: 'bus', maxConnections: 4, acquireTimeoutMs })
  const bus = await createInProcessBus({ database: busDatabase, log, retry: { firstDelayMs: 20, maxDelayMs: 200 } })
  const jobs = createJobs({ kind: 'postgres', url: test.adminUrl, schema: 'jobs' }, log)
  const cache = createInProcessCache()
  const calls = stubCalls()
  const runningServices: Service[] = []
  const probe = await startEventProbe(bus)
  const keys = generateIdentityKeys()
  const sign = identitySigner(keys.privateKey)
  const platform: Platform = {
    database: test.database,
    bus,
    jobs,
    cache,
    calls,
    log,
    verifyIdentity: identityVerifier(keys.publicKey),
    internalSecret,
  }
  return {
    ...createEventPublisher(bus),
    platform,
    test,
    bus,
    probe,
    calls,
    lines,
    identityOf: async (user) => ({ [IDENTITY_HEADER]: await sign(user) }),
    callInternal: ({ name, app }, call) =>
      inProcessCalls({ caller: 'gateway', secret: internalSecret, apps: new Map([[name, app]]) }).call(name, call),
    request: ({ name, app }, definition, input, caller = definition.callers[0] ?? 'gateway') =>
      inProcessCalls({ caller, secret: internalSecret, apps: new Map([[name, app]]) }).request(definition, input),
    async start(service) {
      runningServices.push(service)
      await service.start()
      await waitUntilReady(service)
    },
    async close() {
      for (const running of runningServices.reverse()) await running.stop()
      await jobs.close()
      await bus.close()
      await cache.close()
      await busDatabase.destroy()
      if (!options.on) await test.drop()
    },
  }
}
