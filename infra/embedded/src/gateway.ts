import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildGateway } from '@purple-sector/gateway'
import { readConfig } from '@purple-sector/gateway/config'
import type { App, IdentitySigner, Platform } from '@purple-sector/service-kit'
import type { EmbeddedConfig } from './config.ts'

const TIMEOUT_MS = 30_000

const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const webSsr = fileURLToPath(new URL('../../../web/ssr/dist', import.meta.url))

type Options = Pick<Platform, 'bus' | 'cache' | 'calls' | 'log'> & {
  config: EmbeddedConfig
  signIdentity: IdentitySigner
  port: number
  apps: ReadonlyMap<string, App>
  signal: AbortSignal
}

/**
 * Starts the gateway over the services of this process; only the gateway opens a port.
 * Resolves when it is ready. Closes it again when it does not become ready or the signal aborts first.
 */
export const startGateway = async ({ config, port, apps, log, signal, ...dependencies }: Options) => {
  const gateway = await buildGateway({
    ...dependencies,
    upstreams: Object.fromEntries(apps),
    log: log.child({ service: 'gateway' }),
    config: readConfig(config.environment),
    staticDirectory: webDist,
    ssrDirectory: webSsr,
  })
  try {
    await gateway.listen({ port, host: config.host })
    await gateway.start()
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    while (!gateway.isReady()) {
      if (timeout.aborted) throw new Error('The gateway did not become ready within 30 seconds; see the log above.')
      signal.throwIfAborted()
      await delay(20)
    }
  } catch (error) {
    await gateway.stop()
    throw error
  }
  const { port: boundPort } = gateway.app.server.address() as AddressInfo
  return { port: boundPort, stop: () => gateway.stop() }
}
