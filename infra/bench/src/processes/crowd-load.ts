import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '@purple-sector/race-day/random'
import { quantile } from '../figures/spread.ts'
import { connectFan, type FanConnection, type FanReply, serializeRequest } from './fan-connection.ts'
import type { LoadRequest } from './http-load.ts'
import { serve } from './serve.ts'

type Latencies = { p50: number; p99: number }

export type SaturationResult = {
  /** Replies with 2xx per second. */
  perSecond: number
  latencies: Latencies
  repliesByStatus: Record<string, number>
}

export type OfferedResult = {
  /** Requests sent per second. */
  offered: number
  /** Delay in ms between due time and sending: the load generator is late, or no fan was free. */
  sendDelay: Latencies
  /** Replies with 2xx per second during the load. */
  perSecond: number
  accepted: Latencies
  /** Replies with 503 and `Retry-After`. */
  rejected: Latencies
  /** All other replies, and requests without a reply. */
  neither: number
  repliesByStatus: Record<string, number>
}

/** A fan with the requests they send repeatedly. */
type Fan = { connection: FanConnection; requests: string[]; sent: number }
type TimedReply = FanReply & { due: number; sentAt: number; at: number }

const RUNNING_OUT_MS = 30_000

let idle: Fan[] = []

const isAccepted = ({ status }: FanReply): boolean => status >= 200 && status < 300
const isRejected = ({ status, hasRetryAfter }: FanReply): boolean => status === 503 && hasRetryAfter

const countByStatus = (timedReplies: readonly TimedReply[]): Record<string, number> => {
  const repliesByStatus: Record<string, number> = {}
  for (const { status } of timedReplies) repliesByStatus[status] = (repliesByStatus[status] ?? 0) + 1
  return repliesByStatus
}

const quantilesOf = (values: readonly number[]): Latencies =>
  values.length === 0 ? { p50: 0, p99: 0 } : { p50: quantile([...values], 0.5), p99: quantile([...values], 0.99) }
const latenciesOf = (timedReplies: readonly TimedReply[]): Latencies =>
  quantilesOf(timedReplies.map(({ at, due }) => at - due))

/** Sends the next request of the fan who has been idle longest; false when all are busy. */
const sendNext = (due: number, now: () => number, onReply: (timedReply: TimedReply) => void): boolean => {
  const fan = idle.shift()
  if (!fan) return false
  const request = fan.requests[fan.sent++ % fan.requests.length] ?? ''
  const sentAt = now()
  fan.connection.send(request, (reply) => {
    idle.push(fan)
    onReply({ ...reply, due, sentAt, at: now() })
  })
  return true
}

const clockFromNow = (): (() => number) => {
  const startedAt = performance.now()
  return () => performance.now() - startedAt
}

/** Fans on separate connections, with fixed concurrency or at a fixed rate independent of latency. */
export const commands = {
  /** Sets the requests that each fan sends in turn. */
  async prepare({ url, requests }: { url: string; requests: LoadRequest[][] }): Promise<void> {
    const to = new URL(url)
    idle = []
    for (const fanRequests of requests)
      idle.push({
        connection: await connectFan(to),
        requests: fanRequests.map((request) => serializeRequest(request, to)),
        sent: 0,
      })
  },

  /** Keeps this many requests in flight, each of another fan. */
  async saturate({ concurrency, seconds }: { concurrency: number; seconds: number }): Promise<SaturationResult> {
    const now = clockFromNow()
    const end = seconds * 1_000
    const timedReplies: TimedReply[] = []
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (now() < end)
          await new Promise<void>((resolve) => {
            const isSent = sendNext(now(), now, (timedReply) => {
              timedReplies.push(timedReply)
              resolve()
            })
            if (!isSent) throw new Error('There are fewer fans than are to be under way')
          })
      }),
    )
    const inTime = timedReplies.filter((timedReply) => isAccepted(timedReply) && timedReply.at < end)
    return {
      perSecond: inTime.length / seconds,
      latencies: latenciesOf(timedReplies),
      repliesByStatus: countByStatus(timedReplies),
    }
  },

  /**
   * Sends requests at a fixed rate, independent of replies.
   * The pauses between two are exponential, by a seed. Latencies count from the due time of a request.
   */
  async offer({
    perSecond,
    seconds,
    seed,
  }: {
    perSecond: number
    seconds: number
    seed: number
  }): Promise<OfferedResult> {
    const { next } = seededRandom(seed)
    const now = clockFromNow()
    const end = seconds * 1_000
    const timedReplies: TimedReply[] = []
    const dueTimes: number[] = []
    let inFlight = 0
    const sendDue = (): void => {
      for (let due = dueTimes[0]; due !== undefined; due = dueTimes[0]) {
        const isSent = sendNext(due, now, (timedReply) => {
          inFlight -= 1
          timedReplies.push(timedReply)
          sendDue()
        })
        if (!isSent) return
        inFlight += 1
        dueTimes.shift()
      }
    }
    for (let due = 0; due < end; due += (-Math.log(1 - next()) * 1_000) / perSecond) {
      const pause = due - now()
      if (pause > 0) await delay(pause)
      dueTimes.push(due)
      sendDue()
    }
    while ((inFlight > 0 || dueTimes.length > 0) && now() < end + RUNNING_OUT_MS) await delay(10)
    const withoutReply = inFlight + dueTimes.length
    const accepted = timedReplies.filter(isAccepted)
    const rejected = timedReplies.filter(isRejected)
    return {
      offered: timedReplies.filter(({ sentAt }) => sentAt < end).length / seconds,
      sendDelay: quantilesOf(timedReplies.map(({ sentAt, due }) => sentAt - due)),
      // Counted by the time of the reply: a reply long after the end of the load was not handled under that load.
      perSecond: accepted.filter(({ at }) => at < end).length / seconds,
      accepted: latenciesOf(accepted),
      rejected: latenciesOf(rejected),
      neither: timedReplies.length - accepted.length - rejected.length + withoutReply,
      repliesByStatus: countByStatus(timedReplies),
    }
  },
}

serve(commands)
