import { execFile } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Check } from '../checks/check.ts'
import { repositoryRoot } from '../repository-root.ts'
import { findTool } from '../tools/tools.ts'

const exec = promisify(execFile)
const folder = 'deploy/compose'

/** Settings of .env with which the proxy must start. */
const SETTINGS: Record<string, Record<string, string>> = {
  'without settings': {},
  'with a public name': { PUBLIC_URL: 'https://tips.example.org' },
  'behind other proxies': {
    PUBLIC_URL: 'https://tips.example.org',
    SITE_ADDRESS: 'http://',
    TRUST_PROXY: 'loopback, uniquelocal,203.0.113.7',
  },
}

const environment = (settings: Record<string, string>): NodeJS.ProcessEnv => ({
  ...settings,
  PATH: [dirname(findTool('caddy')), process.env.PATH].join(delimiter),
  HOME: process.env.HOME,
})

const outputOf = (error: unknown): string =>
  error instanceof Error && 'stdout' in error && 'stderr' in error ? `${error.stdout}${error.stderr}` : String(error)

const faults = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> => {
  try {
    await exec(command, [...args], { cwd: repositoryRoot, env, maxBuffer: 64 * 1024 * 1024 })
    return []
  } catch (error) {
    return outputOf(error).trim().split('\n').slice(-40)
  }
}

/** Checks of the reverse proxy: Caddy accepts its file, and works in front of two real gateways. */
export const proxyChecks = (): Check[] => [
  ...Object.entries(SETTINGS).map(([name, settings]) => ({
    name: `Caddy accepts its configuration ${name}`,
    run: () =>
      faults(
        'sh',
        [join(folder, 'start-proxy.sh'), 'validate', '--config', join(folder, 'Caddyfile')],
        environment({ ...settings, GATEWAYS: 'gateway-1:8080 gateway-2:8080' }),
      ),
  })),
  {
    name: 'Caddy balances over gateways, fails over, and ends slow clients',
    run: () =>
      faults(process.execPath, ['infra/native/src/test-distributed.ts', 'reverse-proxy'], {
        ...process.env,
        ...environment({}),
      }),
  },
]
