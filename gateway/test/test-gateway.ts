import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cache, createInProcessCache } from '@purple-sector/cache'
import { openDatabase } from '@purple-sector/database'
import { createInProcessBus } from '@purple-sector/messaging/in-process'
import {
  callsBy,
  createLogger,
  generateIdentityKeys,
  identitySigner,
  identityVerifier,
  inProcessCalls,
  type Logger,
} from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import { acquireTimeoutMs, createTestDatabase } from '@purple-sector/testing/databases/test-database'
import { createEventPublisher, type EventPublisher } from '@purple-sector/testing/event-publisher'
import { vi } from 'vitest'
import { buildGateway, type Gateway } from '../src/app.ts'
import type { GatewayConfig } from '../src/config.ts'
import type { Upstream } from '../src/forwarding/upstream.ts'
import { createStubState, type StubState, stubServices } from './stub-services.ts'

type Options = {
  config?: Partial<GatewayConfig>
  /** Services behind HTTP instead of in this process. */
  overHttp?: boolean
  fill?: (state: StubState) => void
  upstreams?: Record<string, Upstream>
  /** The cache of another test gateway, which closes it. */
  cache?: Cache
  log?: Logger
}

export type TestGateway = EventPublisher & {
  gateway: Gateway
  state: StubState
  cache: Cache
  url: string
  webDirectory: string
  /** Cuts or restores the calls to the services. */
  calls: { isCut: boolean }
  close(): Promise<void>
}

const internalSecret = 'a secret that only tests know: 0123456789'

/** Starts a gateway on a real port and a real bus, in front of stub services. */
export const startTestGateway = async (options: Options = {}): Promise<TestGateway> => {
  const log = options.log ?? createLogger('gateway', process.env.LOG_LEVEL ?? 'silent')
  const test = await createTestDatabase({ service: 'gateway' })
  const busDatabase = openDatabase({ url: test.adminUrl, schema: 'bus', maxConnections: 2, acquireTimeoutMs })
  const bus = await createInProcessBus({ database: busDatabase, log })
  const cache = options.cache ?? createInProcessCache()
  const keys = generateIdentityKeys()
  const state = createStubState()
  options.fill?.(state)
  const apps = await stubServices({ state, log, verifyIdentity: identityVerifier(keys.publicKey), internalSecret })
  const upstreams: Record<string, Upstream> = {}
  for (const [service, app] of apps) {
    if (options.overHttp) await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = (app.server.address() ?? { port: 0 }) as AddressInfo
    upstreams[service] = options.overHttp ? `http://127.0.0.1:${port}` : app
  }
  const calls = { isCut: false }
  const inProcess = inProcessCalls({ caller: 'gateway', secret: internalSecret, apps })
  const cuttable = callsBy({
    call: async (service, call) => {
      if (calls.isCut) throw unavailable(`${service} is cut off`)
      return inProcess.call(service, call)
    },
  })
  const webDirectory = await mkdtemp(join(tmpdir(), 'gateway-web-'))
  const gateway = await buildGateway({
    upstreams: { ...upstreams, ...options.upstreams },
    calls: cuttable,
    bus,
    cache,
    log,
    config: {
      publicUrl: undefined,
      trustProxy: false,
      limits: { writes: 1000, adminWrites: 1000, openData: 60 },
      load: { concurrency: 100, maxWaitMs: 250, burst: 150 },
      readMemoryMb: 16,
      prefetchTimeoutMs: 30_000,
      renderer: { isEnabled: true, timeoutMs: 30_000, queueLimit: 4 },
      ...options.config,
    },
    signIdentity: identitySigner(keys.privateKey),
    staticDirectory: webDirectory,
    ssrDirectory: webDirectory,
  })
  await gateway.start()
  await gateway.listen({ port: 0, host: '127.0.0.1' })
  await vi.waitFor(() => {
    if (!gateway.isReady()) throw new Error('The gateway is not ready yet')
  }, 30_000)
  const { port } = gateway.app.server.address() as AddressInfo
  return {
    ...createEventPublisher(bus),
    gateway,
    state,
    cache,
    url: `http://127.0.0.1:${port}`,
    webDirectory,
    calls,
    async close() {
      await gateway.stop()
      for (const app of apps.values()) await app.close()
      await bus.close()
      await busDatabase.destroy()
      if (!options.cache) await cache.close()
      await test.drop()
      await rm(webDirectory, { recursive: true, force: true })
    },
  }
}
