/*
 * Measures tips a second with one, two and three pods of tipping, and what a storm of messages does to them, on the
 * release that KUBECONFIG reaches. docs/kubernetes.md, Scale has its figures.
 */
import { parseArgs } from 'node:util'
import { createCluster } from './cluster.ts'
import { startForward } from './forward.ts'
import { type LoadFigures, saturate, sendAtRate } from './load.ts'
import { createTippingLoad } from './tipping-load.ts'

const { values } = parseArgs({
  options: {
    namespace: { type: 'string', default: 'default' },
    release: { type: 'string', default: 'purple-sector' },
    secret: { type: 'string', default: 'purple-sector' },
    url: { type: 'string' },
    fans: { type: 'string', default: '120' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
  },
})
/** Tips, and messages of the storm, in flight; fewer than fans, so that none has two. */
const [TIPS_IN_FLIGHT, MESSAGES_IN_FLIGHT] = [48, 32]
const seconds = Number(values.seconds)
const rate = Number(values.rate)

const cluster = createCluster({ namespace: values.namespace, release: values.release })
const forward = values.url ? undefined : await startForward(await cluster.gatewayAddress())
const [email = ''] = (await cluster.secret(values.secret, 'ADMIN_EMAILS')).split(',')
const load = await createTippingLoad({
  url: values.url ?? forward?.url ?? '',
  admin: { email: email.trim(), password: await cluster.secret(values.secret, 'ADMIN_PASSWORD') },
  fans: Number(values.fans),
})

type Measured = { tips: LoadFigures; messages?: LoadFigures }
const quietly = async (tips: Promise<LoadFigures>): Promise<Measured> => ({ tips: await tips })
const inStorm = async (tips: Promise<LoadFigures>): Promise<Measured> => {
  const messages = saturate(load.chat, MESSAGES_IN_FLIGHT, seconds)
  return { tips: await tips, messages: await messages }
}
const mostTips = () => saturate(load.tip, TIPS_IN_FLIGHT, seconds)
const steadyTips = () => sendAtRate(load.tip, rate, seconds)

const ms = (value: number): string => `${value.toFixed(0)} ms`
const print = (line: string): void => void process.stdout.write(`${line}\n`)
print(
  `| pods of tipping | most tips a second | in a storm | p99 at ${rate} a second | in a storm | messages a second |`,
)
print('|---|---|---|---|---|---|')
for (const pods of [1, 2, 3]) {
  await cluster.scale('tipping', pods)
  // Callers find new pods within seconds, and code is compiled.
  await saturate(load.tip, TIPS_IN_FLIGHT, seconds)
  const [most, mostInStorm] = [await quietly(mostTips()), await inStorm(mostTips())]
  const [steady, steadyInStorm] = [await quietly(steadyTips()), await inStorm(steadyTips())]
  const cells = [
    String(pods),
    most.tips.perSecond.toFixed(0),
    mostInStorm.tips.perSecond.toFixed(0),
    ms(steady.tips.p99),
    ms(steadyInStorm.tips.p99),
    `${mostInStorm.messages?.perSecond.toFixed(0)} and ${steadyInStorm.messages?.perSecond.toFixed(0)}`,
  ]
  print(`| ${cells.join(' | ')} |`)
  print(JSON.stringify({ pods, most, mostInStorm, steady, steadyInStorm }))
}
await cluster.scale('tipping', 1)
await load.close()
forward?.stop()
