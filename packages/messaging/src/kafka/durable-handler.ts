import type { DomainEvent } from '@purple-sector/contracts/event'
import type { EachBatchHandler, KafkaMessage } from 'kafkajs'
import type { Logger } from 'pino'
import { type BusSubscription, typesOf } from '../event-bus.ts'
import type { MessagingMetrics } from '../metrics.ts'
import { decideRetry, type RetryPolicy } from '../retry.ts'
import { handingTogether } from '../together.ts'
import { inTraceOf, traceIdOf } from '../trace.ts'
import { originOf, toDeadLetter } from './dead-letters.ts'
import { HEARTBEAT_INTERVAL_MS } from './group.ts'
import { toEvent, typeOf } from './message.ts'
import type { KafkaProducer } from './producer.ts'
import { deadLetterTopic } from './topics.ts'

export type DurableOptions = {
  subscription: BusSubscription
  policy: RetryPolicy
  producer: KafkaProducer
  log: Logger
  metrics: MessagingMetrics
}

/** Messages between two commits of the offset, and different keys of them handled at the same time. */
const CHUNK = 64
const CONCURRENCY = 8
const DEAD_LETTER_RETRY_MS = 1_000

/** What this process knows of a partition beyond the committed offset; offsets as Kafka writes them. */
type Progress = {
  handled: Set<string>
  failures: Map<string, { tries: number; firstFailedAt: number; notBefore: number }>
}

/** A message that has to come again, and how long its partition waits until then. */
type Unfinished = { offset: string; afterMs: number }

/** A message with what it says, or why it says nothing. */
type Incoming = { message: KafkaMessage; event?: DomainEvent; broken?: unknown }

const read = (message: KafkaMessage): Incoming => {
  try {
    return { message, event: toEvent(message) }
  } catch (broken) {
    return { message, broken }
  }
}

const earliest = (unfinished: readonly Unfinished[]): string | undefined =>
  unfinished.map(({ offset }) => offset).toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))[0]

/**
 * Handles the batches of a consumer group: keys side by side, each key in order. The offset is committed up to the
 * first message that is not handled. For that one the partition is paused, so that other partitions go on and kafkajs
 * keeps its heartbeats; what was handled behind it is remembered and not repeated by this process.
 */
export const durableHandler = ({ subscription, policy, producer, log, metrics }: DurableOptions): EachBatchHandler => {
  const { consumer } = subscription
  const together = handingTogether({ subscription, log })
  const wanted = typesOf(subscription)
  const partitions = new Map<string, Progress>()

  const progressOf = (topic: string, partition: number): Progress => {
    const name = `${topic}/${partition}`
    const known = partitions.get(name) ?? { handled: new Set(), failures: new Map() }
    partitions.set(name, known)
    return known
  }

  const giveUp = async (topic: string, { message, event }: Incoming, error: unknown, tries: number): Promise<void> => {
    const origin = originOf(message) ?? topic
    const letter = toDeadLetter(message, { consumer, error, tries })
    await producer.send([{ topic: deadLetterTopic(origin), message: letter }])
    metrics.deadLetters.inc({ consumer, topic: origin })
    const line = { consumer, key: message.key?.toString(), eventId: event?.id, tries }
    log.error({ ...line, traceId: traceIdOf(event?.traceparent), err: error }, 'event given up: dead letter')
    if (event) await subscription.onDeadLetter?.(event, error).catch(() => {})
  }

  /** Undefined when done with it, else the ms until it has to come again. */
  const handleOne = async (topic: string, incoming: Incoming, known: Progress): Promise<number | undefined> => {
    const { offset } = incoming.message
    const before = known.failures.get(offset)
    if (before !== undefined && before.notBefore > Date.now()) return before.notBefore - Date.now()
    try {
      const { event } = incoming
      if (event === undefined) throw incoming.broken
      if (wanted.has(event.type)) await inTraceOf(event, () => subscription.handle(event))
    } catch (error) {
      const now = Date.now()
      const tries = (before?.tries ?? 0) + 1
      const firstFailedAt = before?.firstFailedAt ?? now
      const decision = decideRetry(policy, { error, tries, firstFailedAt, now })
      const retry = (afterMs: number, counted: number): number => {
        known.failures.set(offset, { tries: counted, firstFailedAt, notBefore: now + afterMs })
        return afterMs
      }
      if (decision.kind === 'retry') return retry(decision.afterMs, tries)
      try {
        await giveUp(topic, incoming, error, tries)
      } catch (cause) {
        log.warn({ err: cause, consumer }, 'a dead letter could not be stored, trying again')
        return retry(DEAD_LETTER_RETRY_MS, tries - 1)
      }
    }
    known.failures.delete(offset)
    known.handled.add(offset)
    return undefined
  }

  const isWanted = (message: KafkaMessage, known: Progress): boolean => {
    const type = typeOf(message)
    return (type === '' || wanted.has(type)) && !known.handled.has(message.offset)
  }

  const handleChunk = async (
    topic: string,
    messages: KafkaMessage[],
    known: Progress,
    goesOn: () => boolean,
  ): Promise<Unfinished[]> => {
    const incoming = messages.filter((message) => isWanted(message, known)).map(read)
    const lanes = [...Map.groupBy(incoming, ({ event }) => event?.key).values()]
    const unfinished: Unfinished[] = []
    const handleLane = async (lane: Incoming[]): Promise<void> => {
      while (lane.length > 0) {
        const events = together.front(lane, ({ event, message }) => ({
          event,
          hasFailed: known.failures.has(message.offset),
        }))
        const run = lane.splice(0, Math.max(1, events.length))
        if (goesOn() && (await together.handle(events))) {
          for (const { message } of run) known.handled.add(message.offset)
          continue
        }
        for (const one of run) {
          const afterMs = goesOn() ? await handleOne(topic, one, known) : 0
          if (afterMs === undefined) continue
          unfinished.push({ offset: one.message.offset, afterMs })
          return
        }
      }
    }
    const work = async (): Promise<void> => {
      for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift()) await handleLane(lane)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
    return unfinished
  }

  return async ({ batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale, pause }) => {
    const { topic, partition } = batch
    const known = progressOf(topic, partition)
    let lost: Error | undefined
    const beating = setInterval(() => {
      heartbeat().catch((error: Error) => {
        lost = error
      })
    }, HEARTBEAT_INTERVAL_MS)
    const goesOn = () => isRunning() && !isStale() && lost === undefined
    try {
      for (let start = 0; start < batch.messages.length && goesOn(); start += CHUNK) {
        const messages = batch.messages.slice(start, start + CHUNK)
        const unfinished = await handleChunk(topic, messages, known, goesOn)
        const stopped = earliest(unfinished)
        const finished = messages.filter(({ offset }) => stopped === undefined || BigInt(offset) < BigInt(stopped))
        const last = finished.at(-1)
        if (last !== undefined) {
          resolveOffset(last.offset)
          const offset = String(BigInt(last.offset) + 1n)
          await commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset }] }] })
          for (const message of finished) known.handled.delete(message.offset)
        }
        if (unfinished.length > 0 && goesOn())
          setTimeout(pause(), Math.min(...unfinished.map(({ afterMs }) => afterMs))).unref()
        if (unfinished.length > 0) break
      }
      if (lost) throw lost
    } finally {
      clearInterval(beating)
    }
  }
}
