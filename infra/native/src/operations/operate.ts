import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { isInUse } from '@purple-sector/database/embedded'
import { type Operation, type Step, stepsEmbedded, stepsInContainers } from './operations.ts'
import { proxyUrl } from './proxy-url.ts'
import { recordBackup } from './record-backup.ts'
import { type Runtime, selectRuntime } from './runtime.ts'

type Settings = Record<string, string | undefined>

const composeText = (...args: string[]): string =>
  spawnSync('docker', ['compose', ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).stdout ?? ''

const findRuntime = (way: string | undefined, dataDir: string): Runtime =>
  selectRuntime({
    way,
    areContainersRunning: existsSync('.env') && composeText('ps', '--quiet', '--status=running').trim() !== '',
    isEmbeddedRunning: isInUse(dataDir),
  })

/** Thrown when the program has already printed what is wrong. */
class StepFailed extends Error {
  readonly code: number
  constructor(code: number) {
    super('A step failed.')
    this.code = code
  }
}

/** Runs one program; an output file appears under its name when it is complete. */
const runStep = ({ command: [program = '', ...args], from, into, env }: Step, environment: Settings): void => {
  const draft = into === undefined || into === '/dev/null' ? into : `${into}.draft`
  const input = from === undefined ? ('inherit' as const) : openSync(from, 'r')
  if (draft !== undefined) mkdirSync(dirname(draft), { recursive: true })
  const output = draft === undefined ? ('inherit' as const) : openSync(draft, 'w', 0o600)
  try {
    const { status, error } = spawnSync(program === 'node' ? process.execPath : program, args, {
      stdio: [input, output, 'inherit'],
      env: { ...environment, ...env },
    })
    if (error) throw error
    if (status !== 0) throw new StepFailed(status ?? 1)
    if (draft && into && draft !== into) renameSync(draft, into)
  } finally {
    if (typeof input === 'number') closeSync(input)
    if (typeof output === 'number') closeSync(output)
    if (draft && draft !== '/dev/null') rmSync(draft, { force: true })
  }
}

const runSteps = (steps: readonly Step[], environment: Settings): void => {
  const pending = [...steps]
  try {
    for (let step = pending.shift(); step; step = pending.shift()) runStep(step, environment)
  } finally {
    for (const step of pending) if (step.always) runStep(step, environment)
  }
}

const OPERATIONS: readonly Operation['name'][] = ['rebuild', 'redrive', 'backup', 'restore', 'race-day']

const operationOf = ([name = '', ...args]: readonly string[]): Operation => {
  const [first = ''] = args
  switch (name) {
    case 'rebuild':
      return { name, service: first }
    case 'redrive':
    case 'race-day':
      return { name, args }
    case 'backup':
    case 'restore':
      if (!first) throw new Error(`Say which file: make ${name} FILE=...`)
      return { name, file: first }
    default:
      throw new Error(`There is no ${name}; there are ${OPERATIONS.join(', ')}.`)
  }
}

/** Adds where the proxy is reached, and the public origin. Values from the command line take precedence. */
const withProductUrl = (operation: Operation, settings: Settings): Operation => {
  if (operation.name !== 'race-day') return operation
  const { PUBLIC_URL } = settings
  const origin = PUBLIC_URL ? ['--origin', PUBLIC_URL] : []
  return { ...operation, args: ['--url', proxyUrl(settings), ...origin, ...operation.args] }
}

const containerSettings = (): Settings => (existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {})

/** The folder that `docker-compose.yml` gives node-exporter. */
const metricsFolder = (): string =>
  process.env.METRICS_FOLDER || containerSettings().METRICS_FOLDER || join('var', 'metrics')

const operateContainers = (operation: Operation): void => {
  const settings: Settings = { ...containerSettings(), ...process.env }
  const { ADMIN_EMAILS, ADMIN_PASSWORD } = settings
  runSteps(stepsInContainers(withProductUrl(operation, settings)), { ...process.env, ADMIN_EMAILS, ADMIN_PASSWORD })
}

const main = async (args: string[]): Promise<void> => {
  const operation = operationOf(args)
  const { WAY, DATA_DIR = './var' } = process.env
  if (operation.name === 'restore' && !WAY)
    throw new Error('This replaces data: say which, WAY=containers or WAY=embedded.')
  const runtime = findRuntime(WAY, DATA_DIR)
  process.stderr.write(
    runtime === 'containers'
      ? `In the containers (WAY=embedded means the data in ${DATA_DIR}).\n`
      : `On the data in ${DATA_DIR} (WAY=containers means those of make up).\n`,
  )
  if (runtime === 'containers') operateContainers(operation)
  else runSteps(stepsEmbedded(operation), process.env)
  if (operation.name === 'backup') {
    if (runtime === 'containers') await recordBackup(metricsFolder(), new Date())
    process.stderr.write(`What cannot be made again is in ${operation.file}. Secrets are in it: keep it safe.\n`)
  }
  if (operation.name === 'restore') process.stderr.write(`The data of ${operation.file} are back.\n`)
}

// A program that receives a signal cleans up first; this process then cleans up after the program has exited.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StepFailed)) process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = error instanceof StepFailed ? error.code : 1
}
