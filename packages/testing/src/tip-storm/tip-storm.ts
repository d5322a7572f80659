import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { enter, type Person } from '../group-weekend/person.ts'
import { CATEGORY, openOneRaceWeekend } from '../one-race-weekend.ts'

/** Input of the storm's thread: tips of each account, to a gateway, over so many connections in total. */
export type StormInput = {
  tips: readonly { url: string; cookie: string; bodies: readonly string[] }[]
  connections: number
}
/** The number of replies by status. */
export type StormReport = Record<string, number>

/** Results of ten fans who tipped in rounds, without a storm and during one. */
export type StormStatistics = {
  /** Tips of the ten during storms, and how many of them were not saved. */
  sent: number
  refused: number
  /** The median over rounds of each round's p99 in ms, so that a short stall of the machine does not decide. */
  quietP99: number
  stormP99: number
  /** The replies to the hostile accounts. */
  storm: StormReport
}

type Options = {
  gateways: readonly string[]
  admin: { email: string; password: string }
  /** How many accounts share the connections of the storm. */
  hostile: number
}

const CONNECTIONS = 280
const FANS = 10
/** Quiet rounds and storms alternate, so that other load of the machine affects both. */
const ROUNDS = 5
const TIPS_PER_ROUND = 15
/** Interval between two tips of a fan, in ms. */
const INTERVAL_MS = 50
const STORM_LEAD_MS = 500

const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((first, second) => first - second)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}

const startStorm = (order: StormInput) => {
  const thread = new Worker(new URL('./storm-thread.ts', import.meta.url), { workerData: order })
  return {
    async stop(): Promise<StormReport> {
      const reported = once(thread, 'message')
      thread.postMessage('stop')
      const [report] = await reported
      return report
    },
  }
}

/** Lets ten fans tip in rounds without and with a storm of tips of a few hostile accounts, through every gateway. */
export const playTipStorm = async ({ gateways, admin, hostile }: Options): Promise<StormStatistics> => {
  const name = `storm-${hostile}`
  const gatewayOf = (index: number): string => gateways[index % gateways.length] ?? ''
  const gatewaysOf = (index: number) => ({ calls: gatewayOf(index), sockets: gatewayOf(index) })
  const control = await enter(gatewaysOf(0), '/api/auth/login', admin)
  const { weekend, cars } = await openOneRaceWeekend(control, name)
  const register = (username: string, index: number) =>
    enter(gatewaysOf(index), '/api/auth/register', {
      ...{ email: `${username}@example.org`, password: 'the flag is green', username },
    })
  const people: Person[] = []
  for (let index = 0; index < FANS + hostile; index += 1) people.push(await register(`${name}-${index}`, index))
  const fans = people.slice(0, FANS)
  const tipBody = (index: number) => ({
    ...{ weekendId: weekend.id, category: CATEGORY, tipSource: 'sector' },
    // Another car each time, so that every tip writes.
    carId: cars[index % cars.length]?.id,
  })
  // The first tip of each, once tipping knows the weekend.
  for (const person of people) {
    const isSaved = async () => (await person.call('POST', '/api/tips', tipBody(0))).status === 201
    while (!(await isSaved())) await delay(100)
  }

  let refused = 0
  /** Lets all fans tip; returns the p99 in ms. */
  const playRound = async (onRejected: () => void = () => {}): Promise<number> => {
    const latencies: number[] = []
    const tipping = fans.map(async (fan, index) => {
      await delay((INTERVAL_MS / FANS) * index)
      for (let count = 1; count <= TIPS_PER_ROUND; count += 1) {
        const sentAt = performance.now()
        const { status } = await fan.call('POST', '/api/tips', tipBody(count))
        latencies.push(performance.now() - sentAt)
        if (status >= 300) onRejected()
        await delay(INTERVAL_MS)
      }
    })
    await Promise.all(tipping)
    return quantile(latencies, 0.99)
  }

  const bodies = cars.map((_, index) => JSON.stringify(tipBody(index)))
  // Each hostile account uses every gateway.
  const tips = people.slice(FANS).flatMap((person) => gateways.map((url) => ({ url, cookie: person.cookie(), bodies })))
  const storm: StormReport = {}
  const p99s = { quiet: [] as number[], storm: [] as number[] }
  await playRound()
  for (let index = 0; index < ROUNDS; index += 1) {
    p99s.quiet.push(await playRound())
    const running = startStorm({ tips, connections: CONNECTIONS })
    // The storm starts before the fans.
    await delay(STORM_LEAD_MS)
    p99s.storm.push(await playRound(() => (refused += 1)))
    for (const [status, count] of Object.entries(await running.stop())) storm[status] = (storm[status] ?? 0) + count
  }
  const sent = ROUNDS * FANS * TIPS_PER_ROUND
  return { sent, refused, quietP99: quantile(p99s.quiet, 0.5), stormP99: quantile(p99s.storm, 0.5), storm }
}
