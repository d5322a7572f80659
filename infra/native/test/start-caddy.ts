import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '@purple-sector/machine/free-port'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { startGuarded, waitUntilResponding } from '../src/infrastructure/guarded-process.ts'
import { repositoryRoot } from '../src/repository-root.ts'

export type Caddy = {
  httpPort: number
  httpsPort: number
  /** URL of its metrics. */
  metricsUrl: string
  stop(): Promise<void>
}

export const hasCaddy = (): boolean => spawnSync('caddy', ['version'], { stdio: 'ignore' }).status === 0

const folder = join(repositoryRoot, 'deploy', 'compose')

/** Starts the proxy of `docker-compose.yml` with its own files in front of these gateways (`host:port`). */
export const startCaddy = async (
  gateways: readonly string[],
  settings: Record<string, string> = {},
): Promise<Caddy> => {
  const data = await temporaryFolder('caddy')
  const [httpPort, httpsPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const caddy = await startGuarded({
    name: 'caddy',
    command: 'sh',
    args: [join(folder, 'start-proxy.sh'), 'run', '--config', join(folder, 'Caddyfile')],
    env: {
      PATH: process.env.PATH,
      HOME: data.path,
      XDG_DATA_HOME: data.path,
      LISTEN_HTTP: String(httpPort),
      LISTEN_HTTPS: String(httpsPort),
      LISTEN_METRICS: String(metricsPort),
      GATEWAYS: gateways.join(' '),
      ...settings,
    },
    logFile: join(repositoryRoot, 'var', 'logs', 'caddy.log'),
  })
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  await waitUntilResponding('caddy', caddy, async () => (await fetch(metricsUrl)).ok)
  return {
    httpPort,
    httpsPort,
    metricsUrl,
    async stop() {
      await caddy.stop()
      await data.remove()
    },
  }
}
