import { once } from 'node:events'
import { toldToStop } from '@purple-sector/machine/told-to-stop'
import { createLogger } from '@purple-sector/service-kit/logger'
import { chooseInfrastructure, type InfrastructureSource } from './choose-infrastructure.ts'
import { containerEngineAnswers, startContainerInfrastructure } from './container-infrastructure.ts'
import { infrastructureEnvironment } from './environment-lines.ts'
import { startGuarded } from './guarded-process.ts'
import { type Infrastructure, startNativeInfrastructure } from './infrastructure.ts'
import { repositoryRoot } from './repository-root.ts'

const log = createLogger('test-distributed', 'warn')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const say = (line: string) => process.stdout.write(`${line}\n`)

const start = async (
  source: InfrastructureSource,
  told: AbortSignal,
): Promise<{ environment: Record<string, string>; stop(): Promise<void> }> => {
  if (source === 'environment') {
    say('Distributed tests on the Postgres, Redis and Kafka that the environment names.')
    return { environment: {}, stop: async () => {} }
  }
  const infrastructure = await startInfrastructure(source, told)
  return { environment: infrastructureEnvironment(infrastructure), stop: infrastructure.stop }
}

/** An engine that answers may still be unable to fetch images; then the programs of the machine serve as well. */
const startInfrastructure = async (source: 'containers' | 'native', told: AbortSignal): Promise<Infrastructure> => {
  if (source === 'containers') {
    say('Distributed tests on Postgres, Redis and Kafka in containers.')
    try {
      return await startContainerInfrastructure()
    } catch (error) {
      say(messageOf(error))
    }
  }
  say('Distributed tests on Postgres, Redis and Kafka as programs of this machine.')
  return startNativeInfrastructure({ log, signal: told })
}

/** Runs the suites, which a signal to us ends and which never outlive us; gives the exit code. */
const runSuites = async (environment: Record<string, string>, told: AbortSignal): Promise<number> => {
  const suites = await startGuarded({
    name: 'vitest',
    command: 'npx',
    args: ['vitest', 'run', '--project', 'distributed', ...process.argv.slice(2)],
    cwd: repositoryRoot,
    env: { ...process.env, ...environment },
  })
  if (!told.aborted) await Promise.race([suites.exited, once(told, 'abort')])
  if (told.aborted) await suites.stop()
  const { code } = await suites.exited
  return code ?? 1
}

const main = async (): Promise<number> => {
  const told = toldToStop()
  const source = chooseInfrastructure(process.env, await containerEngineAnswers())
  const infrastructure = await start(source, told)
  try {
    return await runSuites(infrastructure.environment, told)
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
