/*
 * `make test-kubernetes`: plays a race day against a release in the cluster that KUBECONFIG names, while its processes
 * are rolled, killed, scaled, upgraded and rolled back. docs/kubernetes.md says how to run it, and what it showed.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { productProcesses } from '@purple-sector/product/processes'
import { playRaceDay, type RaceDayReport, readRecording, shippedRecording, speedFor } from '@purple-sector/race-day'
import { repositoryRoot } from '../repository-root.ts'
import { startChatters } from './chatters.ts'
import { createCluster } from './cluster.ts'
import { type DrainedGateway, followDraining } from './drained-sockets.ts'
import { startForward } from './forward.ts'
import { createReadinessLog } from './readiness-log.ts'
import { type Step, trialFaults, trialTables } from './trial-report.ts'

const { values } = parseArgs({
  options: {
    namespace: { type: 'string', default: 'default' },
    release: { type: 'string', default: 'purple-sector' },
    secret: { type: 'string', default: 'purple-sector' },
    url: { type: 'string' },
    fans: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '16' },
    'next-tag': { type: 'string' },
  },
})
const chart = join(repositoryRoot, 'deploy/helm/purple-sector')
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const names = productProcesses.map(({ name }) => name)

const cluster = createCluster({ namespace: values.namespace, release: values.release })
const forward = values.url ? undefined : await startForward(await cluster.gatewayAddress())
const url = values.url ?? forward?.url ?? ''
const [email = ''] = (await cluster.secret(values.secret, 'ADMIN_EMAILS')).split(',')
const admin = { email: email.trim(), password: await cluster.secret(values.secret, 'ADMIN_PASSWORD') }

const readiness = createReadinessLog()
const columns = '{.metadata.labels.app\\.kubernetes\\.io/component}{" "}{.status.readyReplicas}{"\\n"}'
const stopWatching = cluster.follow(['get', 'deployments', '--watch', '--output', `jsonpath=${columns}`], (line) => {
  const [name = '', ready = ''] = line.split(' ')
  readiness.record(name, Number(ready || 0))
})

let outages: Record<string, number> = {}
const steps: Step[] = []
const drained: DrainedGateway[] = []
const run = async (name: string, disturb: () => Promise<void>): Promise<void> => {
  outages = {}
  const draining = await followDraining(cluster)
  const from = Date.now()
  await disturb()
  const to = Date.now()
  draining.stop()
  drained.push(...draining.drained)
  const without = Object.fromEntries(names.map((each) => [each, readiness.secondsWithout(each, from, to)]))
  steps.push({ name, seconds: (to - from) / 1_000, without, outages })
  print(`${name}: steady after ${((to - from) / 1_000).toFixed(1)} s, outages ${JSON.stringify(outages)}`)
}

/** What the upgrade changes: the image, or an annotation, so that all pods are replaced all the same. */
const upgradeValues = values['next-tag']
  ? [`image.tag=${values['next-tag']}`]
  : [`defaults.podAnnotations.trial=${Date.now()}`]

const disturb = async (): Promise<void> => {
  for (const name of names) await run(`roll ${name}`, () => cluster.roll(name))
  for (const name of names) await run(`kill ${name}`, () => cluster.kill(name))
  await run('tipping 1 → 3', () => cluster.scale('tipping', 3))
  await run('tipping 3 → 1', () => cluster.scale('tipping', 1))
  await run('chat 1 → 2', () => cluster.scale('chat', 2))
  await run('chat 2 → 1', () => cluster.scale('chat', 1))
  await run('upgrade', () => cluster.upgrade(chart, upgradeValues))
  await run('roll back', () => cluster.rollBack())
}

const recording = await readRecording(shippedRecording)
const chatters = await startChatters({ url, admin, fans: 10, everyMs: 3_000 })
const started = Promise.withResolvers<void>()
let isOver = false
const playing: Promise<RaceDayReport> = playRaceDay({
  ...{ url, admin, recording, fans: Number(values.fans), speed: speedFor(recording, Number(values.minutes)) },
  takeOver: true,
  print,
  onOutage(kind) {
    outages[kind] = (outages[kind] ?? 0) + 1
  },
  onStep(name) {
    print(`  ${name}`)
    if (name === 'started') started.resolve()
    if (name === 'played') isOver = true
  },
})
playing.catch(started.reject)

await started.promise
await disturb()
const wasTooShort = isOver
const report = await playing
const trial = { steps, drained, report, chat: await chatters.stop(), wasTooShort }
await run('kill all at once', () => cluster.killAll())
stopWatching()
forward?.stop()

const { differences, ...figures } = report
print(JSON.stringify(figures))
for (const difference of differences.slice(0, 20)) print(JSON.stringify(difference))
print(trialTables(trial))
const faults = trialFaults(trial)
for (const fault of faults) print(`FAULT ${fault}`)
print(faults.length === 0 ? 'The trial is within its limits.' : `${faults.length} faults.`)
process.exit(faults.length === 0 ? 0 : 1)
