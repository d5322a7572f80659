import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '@purple-sector/race-day/random'
import { quantile } from '../figures/spread.ts'
import { asText, connectFan, type FanAnswer, type FanConnection } from './fan-connection.ts'
import type { LoadRequest } from './http-load.ts'
import { serve } from './serve.ts'

type Latencies = { p50: number; p99: number }

export type SaturationResult = {
  /** Replies with 2xx per second. */
  perSecond: number
  latencies: Latencies
  answers: Record<string, number>
}

export type OfferedResult = {
  /** Requests sent per second. */
  offered: number
  /** Delay in ms between due time and sending: the load generator is late, or no fan was free. */
  late: Latencies
  /** Replies with 2xx per second during the load. */
  perSecond: number
  accepted: Latencies
  /** Replies with 503 and `Retry-After`. */
  refused: Latencies
  /** All other replies, and requests without a reply. */
  neither: number
  answers: Record<string, number>
}

/** A fan with the requests they send repeatedly. */
type Fan = { connection: FanConnection; requests: string[]; sent: number }
type Answered = FanAnswer & { due: number; sentAt: number; at: number }

const RUNNING_OUT_MS = 30_000

let idle: Fan[] = []

const isAccepted = ({ status }: FanAnswer): boolean => status >= 200 && status < 300
const isRefused = ({ status, hasRetryAfter }: FanAnswer): boolean => status === 503 && hasRetryAfter

const countedBy = (answered: readonly Answered[]): Record<string, number> => {
  const answers: Record<string, number> = {}
  for (const { status } of answered) answers[status] = (answers[status] ?? 0) + 1
  return answers
}

const quantilesOf = (values: readonly number[]): Latencies =>
  values.length === 0 ? { p50: 0, p99: 0 } : { p50: quantile([...values], 0.5), p99: quantile([...values], 0.99) }
const latenciesOf = (answered: readonly Answered[]): Latencies => quantilesOf(answered.map(({ at, due }) => at - due))

/** Sends the next request of the fan who has been idle longest; false when all are busy. */
const sendNext = (due: number, now: () => number, onAnswer: (answered: Answered) => void): boolean => {
  const fan = idle.shift()
  if (!fan) return false
  const request = fan.requests[fan.sent++ % fan.requests.length] ?? ''
  const sentAt = now()
  fan.connection.send(request, (answer) => {
    idle.push(fan)
    onAnswer({ ...answer, due, sentAt, at: now() })
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
    for (const theirs of requests)
      idle.push({ connection: await connectFan(to), requests: theirs.map((each) => asText(each, to)), sent: 0 })
  },

  /** Keeps this many requests in flight, each of another fan. */
  async saturate({ concurrency, seconds }: { concurrency: number; seconds: number }): Promise<SaturationResult> {
    const now = clockFromNow()
    const end = seconds * 1_000
    const answered: Answered[] = []
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (now() < end)
          await new Promise<void>((resolve) => {
            const isSent = sendNext(now(), now, (one) => {
              answered.push(one)
              resolve()
            })
            if (!isSent) throw new Error('There are fewer fans than are to be under way')
          })
      }),
    )
    const inTime = answered.filter((one) => isAccepted(one) && one.at < end)
    return {
      perSecond: inTime.length / seconds,
      latencies: latenciesOf(answered),
      answers: countedBy(answered),
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
    const answered: Answered[] = []
    const waiting: number[] = []
    let inFlight = 0
    const sendThose = (): void => {
      for (let due = waiting[0]; due !== undefined; due = waiting[0]) {
        const isSent = sendNext(due, now, (one) => {
          inFlight -= 1
          answered.push(one)
          sendThose()
        })
        if (!isSent) return
        inFlight += 1
        waiting.shift()
      }
    }
    for (let due = 0; due < end; due += (-Math.log(1 - next()) * 1_000) / perSecond) {
      const pause = due - now()
      if (pause > 0) await delay(pause)
      waiting.push(due)
      sendThose()
    }
    while ((inFlight > 0 || waiting.length > 0) && now() < end + RUNNING_OUT_MS) await delay(10)
    const unanswered = inFlight + waiting.length
    const accepted = answered.filter(isAccepted)
    const refused = answered.filter(isRefused)
    return {
      offered: answered.filter(({ sentAt }) => sentAt < end).length / seconds,
      late: quantilesOf(answered.map(({ sentAt, due }) => sentAt - due)),
      // Counted by the time of the reply: a reply long after the end of the load was not handled under that load.
      perSecond: accepted.filter(({ at }) => at < end).length / seconds,
      accepted: latenciesOf(accepted),
      refused: latenciesOf(refused),
      neither: answered.length - accepted.length - refused.length + unanswered,
      answers: countedBy(answered),
    }
  },
}

serve(commands)
