import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceUrl } from '@purple-sector/database'
import { allocatorEnvironment } from '@purple-sector/machine/allocator'
import { freePort } from '@purple-sector/machine/free-port'
import { services } from '@purple-sector/product'
import { nodeOptions } from '@purple-sector/product/node-options'
import {
  environmentOf,
  migrateStep,
  type ProductProcess,
  passwordVariable,
  productProcesses,
} from '@purple-sector/product/processes'
import { urlVariable } from '@purple-sector/service-kit/config'
import type { Logger } from 'pino'
import { type GuardedProcess, startGuarded, waitUntilResponding } from './infrastructure/guarded-process.ts'
import type { Infrastructure } from './infrastructure/infrastructure.ts'
import { generateSecrets } from './operations/secrets.ts'
import { repositoryRoot } from './repository-root.ts'

export type DistributedProduct = {
  /** Base URLs of the gateways, without a trailing slash. */
  gateways: string[]
  /** URL of one process. */
  urlOf(name: string): string
  /** URL of one process's metrics, in the Prometheus text format. */
  metricsUrlOf(name: string): string
  admin: { email: string; password: string }
  /** The names of all processes: `identity`, …, and for replicas `gateway-1`, `gateway-2`, `scoring-worker-1`, … */
  names: string[]
  /**
   * Sends a signal, SIGKILL by default, after which it resolves when the process has exited.
   * The process is not restarted.
   */
  kill(name: string, signal?: NodeJS.Signals): Promise<void>
  /** Starts a process again with its port and environment; a running process is stopped first. */
  restart(name: string): Promise<void>
  /** Returns the last output of a process. */
  logs(name: string, lines?: number): string
  /**
   * Stops all processes gracefully.
   * Returns the exit code of each that was running; null when it had to be killed.
   */
  stop(): Promise<Record<string, number | null>>
}

/** The code of a version of the product: its folder, and what runs in it. */
export type ProductCode = {
  root: string
  migrateStep: ProductProcess
  processes: readonly ProductProcess[]
}

export type DistributedProductOptions = {
  infrastructure: Pick<Infrastructure, 'databaseUrl' | 'redisUrl' | 'kafkaBrokers'>
  log: Logger
  /** The version to run; by default this repository. */
  code?: ProductCode
  /** Number of replicas by process name; default: two gateways and two scoring workers. */
  replicas?: Record<string, number>
  /** Additional settings, or replacements of generated ones, by the names of environment variables. */
  settings?: Record<string, string>
  /** Clock offset in ms (positive: ahead) by process name, for processes whose clock is wrong. */
  clocksAheadMs?: Record<string, number>
  /** Absolute URL of a module that every process loads before its own code. */
  preloadModule?: string
  /** Folder into which every process writes its log, `<name>.log`. */
  logFolder: string
  /** For tests: puts a proxy in front of a process and returns its URL for the other processes. */
  proxyFor?: (name: string, url: string) => Promise<string>
}

/**
 * A process with its port and, for gateways, a separate metrics port.
 * Other processes reach it at `url`.
 */
type Instance = { name: string; process: ProductProcess; port: number; metricsPort: number; url: string }

const currentCode: ProductCode = { root: repositoryRoot, migrateStep, processes: productProcesses }

const DEFAULT_REPLICAS: Record<string, number> = { gateway: 2, 'scoring-worker': 2 }
const READY_TIMEOUT_MS = 90_000
/** Niceness of processes with deferrable work: they get a tenth of a CPU that another process wants. */
const NICENESS = 10

const shiftedClock = new URL('../test/shifted-clock.ts', import.meta.url).href

const clockEnvironment = (aheadMs: number | undefined): Record<string, string> =>
  aheadMs === undefined ? {} : { CLOCK_AHEAD_MS: String(aheadMs) }

const importOptions = (modules: readonly (string | undefined)[]): Record<string, string> => {
  const options = modules.flatMap((module) => (module === undefined ? [] : [`--import=${module}`]))
  return options.length === 0 ? {} : { NODE_OPTIONS: options.join(' ') }
}

/**
 * Folder of Node's compile cache, the same as in the Makefile.
 * It saves half of a start, and the suites make over a hundred.
 */
const NODE_COMPILE_CACHE = join(repositoryRoot, 'node_modules', '.cache', 'node')

/** Inherits only what finds Node from our environment, so that nothing can replace a missing setting. */
const inheritedEnvironment = () => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE,
  ...allocatorEnvironment,
})

const urlAt = (port: number): string => `http://127.0.0.1:${port}`
const urlOf = ({ port }: Instance): string => urlAt(port)

type ProxyFor = NonNullable<DistributedProductOptions['proxyFor']>

const planInstances = async (
  processes: readonly ProductProcess[],
  replicas: Record<string, number>,
  proxyFor: ProxyFor,
): Promise<Instance[]> => {
  const instances: Instance[] = []
  for (const process of processes) {
    const count = replicas[process.name] ?? 1
    for (let number = 1; number <= count; number++) {
      const name = count === 1 ? process.name : `${process.name}-${number}`
      const port = await freePort()
      const url = await proxyFor(name, urlAt(port))
      instances.push({ name, process, port, metricsPort: process.service ? port : await freePort(), url })
    }
  }
  return instances
}

/** Joins the URLs of all replicas of a service, as a setting lists them. */
const urlsOf = (instances: Instance[], service: string): string =>
  instances
    .filter(({ process }) => process.name === service)
    .map(({ url }) => url)
    .join(',')

/**
 * Runs the distributed product without containers.
 * Starts the migration step, then every service, two scoring workers and two gateways as separate processes, with the
 * environment of `docker-compose.yml`, on free ports. Resolves when all are ready. The processes end with this one.
 */
export const startDistributedProduct = async (options: DistributedProductOptions): Promise<DistributedProduct> => {
  const { infrastructure, log, logFolder, code = currentCode } = options
  rmSync(logFolder, { recursive: true, force: true })
  mkdirSync(logFolder, { recursive: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'purple-sector-product-'))
  const { proxyFor = async (_name, url) => url } = options
  const instances = await planInstances(code.processes, { ...DEFAULT_REPLICAS, ...options.replicas }, proxyFor)
  const shared: Record<string, string> = {
    ...generateSecrets(),
    KAFKA_BROKERS: infrastructure.kafkaBrokers,
    REDIS_URL: infrastructure.redisUrl,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...Object.fromEntries(services.map(({ name }) => [urlVariable(name), urlsOf(instances, name)])),
    ...options.settings,
  }
  const databaseUrlOf = ({ name, process: { service } }: Instance): string => {
    if (!service) return infrastructure.databaseUrl
    const url = new URL(
      serviceUrl(infrastructure.databaseUrl, { service, password: shared[passwordVariable(service)] ?? '' }),
    )
    // Lets pg_stat_activity distinguish replicas.
    url.searchParams.set('application_name', name)
    return url.href
  }
  const settingsOf = (instance: Instance): Record<string, string> => ({
    ...shared,
    PORT: String(instance.port),
    METRICS_PORT: String(instance.metricsPort),
    DATABASE_URL: databaseUrlOf(instance),
  })
  const launch = (instance: Instance): Promise<GuardedProcess> => {
    const aheadMs = options.clocksAheadMs?.[instance.name]
    return startGuarded({
      name: instance.name,
      command: process.execPath,
      args: [...nodeOptions, instance.process.entry],
      cwd: code.root,
      niceness: instance.process.isDeferrable ? NICENESS : 0,
      env: {
        ...inheritedEnvironment(),
        ...clockEnvironment(aheadMs),
        ...importOptions([options.preloadModule, aheadMs === undefined ? undefined : shiftedClock]),
        ...environmentOf(instance.process, settingsOf(instance)),
      },
      logFile: join(logFolder, `${instance.name}.log`),
    })
  }

  const running = new Map<string, GuardedProcess>()
  const startInstance = async (instance: Instance) => {
    running.set(instance.name, await launch(instance))
  }
  const waitUntilReady = async ({ name, port }: Instance) => {
    const program = running.get(name)
    if (!program) return
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
    await waitUntilResponding(name, program, isReady, { timeoutMs: READY_TIMEOUT_MS })
    log.info(`${name} is ready on port ${port}`)
  }
  const stop = async () => {
    const stopping = [...running].map(async ([name, program]) => {
      await program.stop(30_000)
      return [name, (await program.exited).code] as const
    })
    const codes = await Promise.all(stopping)
    running.clear()
    rmSync(dataDir, { recursive: true, force: true })
    return Object.fromEntries(codes)
  }
  const instanceOf = (name: string): Instance => {
    const instance = instances.find((each) => each.name === name)
    if (!instance)
      throw new Error(`There is no process ${name}; there are ${instances.map((each) => each.name).join(', ')}.`)
    return instance
  }

  try {
    const step = code.migrateStep
    const migration = await launch({ name: step.name, process: step, port: 0, metricsPort: 0, url: '' })
    const { code: exitCode } = await migration.exited
    if (exitCode !== 0) throw new Error(`The migrations failed:\n${migration.lastOutput()}`)
    await Promise.all(instances.map(startInstance))
    await Promise.all(instances.map(waitUntilReady))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    gateways: instances.filter(({ process }) => process.name === 'gateway').map(urlOf),
    urlOf: (name) => urlOf(instanceOf(name)),
    metricsUrlOf: (name) => `http://127.0.0.1:${instanceOf(name).metricsPort}/metrics`,
    admin: { email: shared.ADMIN_EMAILS ?? '', password: shared.ADMIN_PASSWORD ?? '' },
    names: instances.map(({ name }) => name),
    async kill(name, signal = 'SIGKILL') {
      const program = running.get(instanceOf(name).name)
      program?.kill(signal)
      if (signal !== 'SIGKILL') return
      await program?.exited
      running.delete(name)
    },
    async restart(name) {
      const instance = instanceOf(name)
      await running.get(name)?.stop()
      await startInstance(instance)
      await waitUntilReady(instance)
    },
    logs: (name, lines = 50) => running.get(instanceOf(name).name)?.lastOutput(lines) ?? '',
    stop,
  }
}
