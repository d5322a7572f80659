import { once } from 'node:events'
import { shutdownSignal } from '@purple-sector/machine/shutdown-signal'
import { createLogger } from '@purple-sector/service-kit/logger'
import { chooseInfrastructure, type InfrastructureSource } from './infrastructure/choose-infrastructure.ts'
import { isContainerEngineRunning, startContainerInfrastructure } from './infrastructure/container-infrastructure.ts'
import { startGuarded } from './infrastructure/guarded-process.ts'
import { type Infrastructure, startNativeInfrastructure } from './infrastructure/infrastructure.ts'
import { lanesEnvironment, lanesOfMachine } from './infrastructure/lanes.ts'
import { repositoryRoot } from './repository-root.ts'

const log = createLogger('test-distributed', 'warn')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const print = (line: string) => process.stdout.write(`${line}\n`)

const start = async (
  source: InfrastructureSource,
  shutdown: AbortSignal,
): Promise<{ environment: Record<string, string>; stop(): Promise<void> }> => {
  if (source === 'environment') {
    print('Distributed tests on the Postgres, Redis and Kafka that the environment names.')
    return { environment: {}, stop: async () => {} }
  }
  // A run of named suites has few to run, so one lane is enough.
  const lanes = process.argv.length > 2 ? 1 : lanesOfMachine()
  const infrastructures = await startInfrastructures(lanes, source, shutdown)
  return { environment: lanesEnvironment(infrastructures), stop: () => stopAll(infrastructures) }
}

const stopAll = async (infrastructures: readonly Infrastructure[]): Promise<void> => {
  await Promise.all(infrastructures.map(({ stop }) => stop()))
}

/** Starts the infrastructure of each lane; when one fails, stops all and throws its error. */
const startEach = async (lanes: number, startOne: () => Promise<Infrastructure>): Promise<Infrastructure[]> => {
  const starts = await Promise.allSettled(Array.from({ length: lanes }, startOne))
  const failure = starts.find((outcome) => outcome.status === 'rejected')
  const started = starts.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  if (!failure) return started
  await stopAll(started)
  throw failure.reason
}

/** Falls back to installed programs, because a running engine may still be unable to pull images. */
const startInfrastructures = async (
  lanes: number,
  source: 'containers' | 'native',
  shutdown: AbortSignal,
): Promise<Infrastructure[]> => {
  const suites = lanes === 1 ? 'one suite after the other' : `${lanes} suites beside each other`
  if (source === 'containers') {
    print(`Distributed tests on Postgres, Redis and Kafka in containers, ${suites}.`)
    try {
      return await startEach(lanes, startContainerInfrastructure)
    } catch (error) {
      print(messageOf(error))
    }
  }
  print(`Distributed tests on Postgres, Redis and Kafka as programs of this machine, ${suites}.`)
  return startEach(lanes, () => startNativeInfrastructure({ log, signal: shutdown }))
}

/**
 * Runs the suites and returns the exit code.
 * A signal to this process ends them, and they never outlive it.
 */
const runSuites = async (environment: Record<string, string>, shutdown: AbortSignal): Promise<number> => {
  const suites = await startGuarded({
    name: 'vitest',
    command: 'npx',
    args: ['vitest', 'run', '--project', 'distributed', '--project', 'undisturbed', ...process.argv.slice(2)],
    cwd: repositoryRoot,
    env: { ...process.env, ...environment },
  })
  if (!shutdown.aborted) await Promise.race([suites.exited, once(shutdown, 'abort')])
  if (shutdown.aborted) await suites.stop()
  const { code } = await suites.exited
  return code ?? 1
}

const main = async (): Promise<number> => {
  const shutdown = shutdownSignal()
  const source = chooseInfrastructure(process.env, await isContainerEngineRunning())
  const infrastructure = await start(source, shutdown)
  try {
    return await runSuites(infrastructure.environment, shutdown)
  } finally {
    await infrastructure.stop()
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exit(1)
  },
)
