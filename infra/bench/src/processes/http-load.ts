import { Agent, request as open } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '@purple-sector/race-day/random'
import autocannon, { type Client, type Options, type Request, type Result } from 'autocannon'
import { quantile } from '../figures/spread.ts'
import { serve } from './serve.ts'

export type LoadRequest = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type LoadInput = {
  url: string
  connections: number
  seconds: number
  /** Requests a second of all connections together; as fast as they are answered unless said. */
  perSecond?: number
}

export type ScatteredInput = { url: string; perSecond: number; seconds: number; seed: number }

export type LoadResult = {
  /** Answered with 2xx or 304 a second. */
  perSecond: number
  p50: number
  p99: number
  answers: Record<string, number>
}

let prepared: LoadRequest[] = []
let taken = 0

/** The next request that nobody has sent yet; from the start again when all were. */
const nextRequest = (request: Request): Request => {
  const { method, path, headers, body } = prepared[taken++ % prepared.length] ?? { method: 'GET', path: '/' }
  return { ...request, method, path, headers: { ...request.headers, ...headers }, ...(body ? { body } : {}) }
}

const load = async ({ url, connections, seconds, perSecond }: LoadInput): Promise<LoadResult> => {
  const answers: Record<string, number> = {}
  const [first] = prepared
  // Requests that are all the same are built once by autocannon, which spares the load generator much work.
  const requests: Request[] = first && prepared.length === 1 ? [first] : [{ setupRequest: nextRequest }]
  const pace = perSecond === undefined ? {} : { overallRate: perSecond }
  const options: Options = { url, connections, duration: seconds, requests, ...pace }
  const result = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(options, (error, taken) => (error ? reject(error) : resolve(taken)))
    running.on('response', (_client: Client, status: number) => {
      answers[status] = (answers[status] ?? 0) + 1
    })
  })
  const good = Object.entries(answers).filter(([status]) => status.startsWith('2') || status === '304')
  const total = good.reduce((sum, [, count]) => sum + count, 0)
  return { perSecond: total / result.duration, p50: result.latency.p50, p99: result.latency.p99, answers }
}

const send = (agent: Agent, url: string, { method, path, headers, body }: LoadRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = open(new URL(path, url), { agent, method, headers: { ...headers } }, (reply) => {
      reply.resume()
      reply.once('end', () => resolve(reply.statusCode ?? 0))
      reply.once('error', reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })

/**
 * Sends as fans do, each when they please: the pauses between two requests are exponential, by a seed, and nobody waits
 * for anybody's answer. (Connections at a pace, as `load` has them, all send at the same moments.)
 */
const scattered = async ({ url, perSecond, seconds, seed }: ScatteredInput): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true })
  const { next } = seededRandom(seed)
  const answers: Record<string, number> = {}
  const latencies: number[] = []
  const sending: Promise<void>[] = []
  const startedAt = performance.now()
  const one = async (due: number, request: LoadRequest): Promise<void> => {
    const status = await send(agent, url, request).catch(() => 0)
    answers[status] = (answers[status] ?? 0) + 1
    latencies.push(performance.now() - due)
  }
  for (let due = 0; due < seconds * 1_000; due += (-Math.log(1 - next()) * 1_000) / perSecond) {
    const wait = startedAt + due - performance.now()
    if (wait > 1) await delay(wait)
    const request = prepared[taken++ % prepared.length]
    if (request) sending.push(one(startedAt + due, request))
  }
  await Promise.all(sending)
  agent.destroy()
  const good = Object.entries(answers).filter(([status]) => status.startsWith('2') || status === '304')
  const total = good.reduce((sum, [, count]) => sum + count, 0)
  return { perSecond: total / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), answers }
}

/** Sends requests at a pace, or as fast as they are answered. */
export const commands = {
  /** What to send, in turn; whoever goes on after a pause goes on where it stopped. */
  async prepare(requests: LoadRequest[]): Promise<void> {
    prepared = requests
    taken = 0
  },
  load,
  scattered,
}

serve(commands)
