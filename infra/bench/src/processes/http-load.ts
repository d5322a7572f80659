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
  /** Requests per second over all connections; unlimited by default. */
  perSecond?: number
}

export type ScatteredInput = { url: string; perSecond: number; seconds: number; seed: number }

export type LoadResult = {
  /** Replies with 2xx or 304 per second. */
  perSecond: number
  p50: number
  p99: number
  /** The slowest reply, ms. */
  slowest: number
  repliesByStatus: Record<string, number>
}

let prepared: LoadRequest[] = []
let sentCount = 0
let isEnded = false

/** Returns the next unsent request, and starts again after the last. */
const nextRequest = (request: Request): Request => {
  const { method, path, headers, body } = prepared[sentCount++ % prepared.length] ?? { method: 'GET', path: '/' }
  return { ...request, method, path, headers: { ...request.headers, ...headers }, ...(body ? { body } : {}) }
}

const load = async ({ url, connections, seconds, perSecond }: LoadInput): Promise<LoadResult> => {
  const repliesByStatus: Record<string, number> = {}
  const [first] = prepared
  // autocannon builds identical requests once, which saves the load generator much CPU.
  const requests: Request[] = first && prepared.length === 1 ? [first] : [{ setupRequest: nextRequest }]
  const pace = perSecond === undefined ? {} : { overallRate: perSecond }
  const options: Options = { url, connections, duration: seconds, requests, ...pace }
  const result = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(options, (error, outcome) => (error ? reject(error) : resolve(outcome)))
    running.on('response', (_client: Client, status: number) => {
      repliesByStatus[status] = (repliesByStatus[status] ?? 0) + 1
    })
  })
  const accepted = Object.entries(repliesByStatus).filter(([status]) => status.startsWith('2') || status === '304')
  const total = accepted.reduce((sum, [, count]) => sum + count, 0)
  const { p50, p99, max: slowest } = result.latency
  return { perSecond: total / result.duration, p50, p99, slowest, repliesByStatus }
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
 * Sends requests independently of replies, as fans do: exponential pauses, by a seed.
 * (With a rate, connections of `load` all send at the same moments.)
 */
const scattered = async ({ url, perSecond, seconds, seed }: ScatteredInput): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true })
  const { next } = seededRandom(seed)
  const repliesByStatus: Record<string, number> = {}
  const latencies: number[] = []
  const sending: Promise<void>[] = []
  isEnded = false
  const startedAt = performance.now()
  const sendRequest = async (due: number, request: LoadRequest): Promise<void> => {
    const status = await send(agent, url, request).catch(() => 0)
    repliesByStatus[status] = (repliesByStatus[status] ?? 0) + 1
    latencies.push(performance.now() - due)
  }
  for (let due = 0; due < seconds * 1_000 && !isEnded; due += (-Math.log(1 - next()) * 1_000) / perSecond) {
    const wait = startedAt + due - performance.now()
    if (wait > 1) await delay(wait)
    const request = prepared[sentCount++ % prepared.length]
    if (request) sending.push(sendRequest(startedAt + due, request))
  }
  await Promise.all(sending)
  agent.destroy()
  const accepted = Object.entries(repliesByStatus).filter(([status]) => status.startsWith('2') || status === '304')
  const total = accepted.reduce((sum, [, count]) => sum + count, 0)
  const slowest = Math.max(...latencies)
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  const tookSeconds = (performance.now() - startedAt) / 1_000
  return { perSecond: total / tookSeconds, p50, p99, slowest, repliesByStatus }
}

/** Sends requests at a fixed rate, or as fast as replies arrive. */
export const commands = {
  /** Sets the requests to send in turn; a later load continues after the last one sent. */
  async prepare(requests: LoadRequest[]): Promise<void> {
    prepared = requests
    sentCount = 0
  },
  load,
  scattered,
  /** Ends a scattered load before its time is over. */
  async end(): Promise<void> {
    isEnded = true
  },
}

serve(commands)
