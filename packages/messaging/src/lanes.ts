import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Logger } from 'pino'
import type { BusSubscription } from './event-bus.ts'
import type { MessagingMetrics } from './metrics.ts'
import { decideRetry, type RetryPolicy } from './retry.ts'
import { inTraceOf, traceIdOf } from './trace.ts'

/** An event on its way to one durable subscription; a bus adds what it needs to acknowledge it. */
export type Delivery = {
  /** Deliveries of one lane are handled in order, lanes side by side. */
  readonly lane: string
  /** The topic whose dead letter it becomes. */
  readonly topic: string
  /** Undefined where the message is no event; `unreadable` says why. */
  readonly event: DomainEvent | undefined
  readonly unreadable?: unknown
  tries: number
  /** In ms since the epoch. */
  firstFailedAt: number | undefined
  /** Earliest next try, in ms of `performance.now()`. */
  notBefore?: number
  /** Failed in a batch: it is handled by itself. */
  isAlone?: boolean
}

/** What every durable subscription needs, whatever its events come through. */
export type DurableOptions = {
  subscription: BusSubscription
  policy: RetryPolicy
  log: Logger
  metrics: MessagingMetrics
}

export type LaneOptions<One extends Delivery> = DurableOptions & {
  /** Called once the effect of a delivery is committed. */
  acknowledge(delivery: One): void
  /** Stores a delivery among the dead letters and acknowledges it; tried again where it rejects. */
  moveToDeadLetters(delivery: One, error: unknown): Promise<void>
  /** Keeps the count of tries over a crash. */
  noteFailure?(delivery: One): Promise<void>
  /** A lane continues after the delay before a try. */
  onResume?(): void
  /** False once no further delivery may be handled. */
  mayContinue?(): boolean
}

/** Lanes handled at the same time. */
const CONCURRENCY = 8
const MAX_BATCH = 64
const DEAD_LETTER_RETRY_MS = 1_000

/** The events at the front of a lane that may be handled in one batch: of one of these types, none of which failed before. */
export const batchOf = (queue: readonly Delivery[], types: ReadonlySet<string> = new Set()): DomainEvent[] => {
  const batch: DomainEvent[] = []
  for (const { event, firstFailedAt, isAlone } of queue.slice(0, MAX_BATCH)) {
    if (!event || firstFailedAt !== undefined || isAlone || !types.has(event.type)) break
    if (batch[0] && batch[0].type !== event.type) break
    batch.push(event)
  }
  return batch
}

type Lane<One> = { name: string; queue: One[] }

/**
 * Hands deliveries to the handler of a durable subscription: each lane in order, lanes side by side, those at the front
 * in a batch where they may. A failing delivery holds up its lane until its next try, and ends among the dead letters.
 */
export const startLanes = <One extends Delivery>(options: LaneOptions<One>) => {
  const { subscription, policy, log, metrics, acknowledge } = options
  const { consumer, batchHandler } = subscription
  const lanes = new Map<string, Lane<One>>()
  const ready: Lane<One>[] = []
  const busy = new Set<Promise<void>>()
  /** Lanes whose first delivery waits for its next try. */
  const waiting = new Map<string, NodeJS.Timeout>()
  let isStopped = false

  const giveUp = async (delivery: One, error: unknown): Promise<boolean> => {
    try {
      await options.moveToDeadLetters(delivery, error)
    } catch (cause) {
      log.warn({ err: cause, consumer }, 'a dead letter could not be stored, trying again')
      delivery.tries -= 1
      delivery.notBefore = performance.now() + DEAD_LETTER_RETRY_MS
      return false
    }
    const { topic, event, tries } = delivery
    metrics.deadLetters.inc({ consumer, topic })
    const line = { consumer, topic, type: event?.type, subject: event?.subject, eventId: event?.id, tries }
    log.error({ ...line, traceId: traceIdOf(event?.traceparent), err: error }, 'event given up: dead letter')
    if (event) await subscription.onDeadLetter?.(event, error).catch(() => {})
    return true
  }

  /** False where the delivery has to be handled again. */
  const handleOne = async (delivery: One): Promise<boolean> => {
    const { event } = delivery
    try {
      if (event === undefined) throw delivery.unreadable
      await inTraceOf(event, () => subscription.handle(event))
    } catch (error) {
      const now = Date.now()
      delivery.tries += 1
      delivery.firstFailedAt ??= now
      const { tries, firstFailedAt } = delivery
      const decision = decideRetry(policy, { error, tries, firstFailedAt, now })
      if (decision.kind === 'dead-letter') return giveUp(delivery, error)
      delivery.notBefore = performance.now() + decision.afterMs
      await options.noteFailure?.(delivery).catch(() => {})
      return false
    }
    acknowledge(delivery)
    return true
  }

  /** False where these have to be handled one by one. */
  const handleBatch = async (batch: readonly One[], events: readonly DomainEvent[]): Promise<boolean> => {
    const [first] = events
    if (first === undefined || events.length < 2) return false
    try {
      await inTraceOf(first, async () => batchHandler?.handle(events))
    } catch (error) {
      for (const delivery of batch) delivery.isAlone = true
      const line = { consumer, events: events.length, traceId: traceIdOf(first.traceparent) }
      log.debug({ ...line, err: error }, 'events could not be handled together')
      return false
    }
    for (const delivery of batch) acknowledge(delivery)
    return true
  }

  const handleNext = async ({ queue }: Lane<One>): Promise<void> => {
    const events = batchOf(queue, batchHandler?.types)
    const batch = queue.slice(0, events.length)
    const [first] = queue
    if (await handleBatch(batch, events)) queue.splice(0, batch.length)
    else if (first && (await handleOne(first))) queue.shift()
  }

  /** One step of a lane at a time, so that a long one does not keep others from their turn. */
  const pump = (): void => {
    while (!isStopped && busy.size < CONCURRENCY && (options.mayContinue?.() ?? true)) {
      const lane = ready.shift()
      if (lane === undefined) return
      const work = handleNext(lane).finally(() => {
        busy.delete(work)
        proceed(lane)
        pump()
      })
      busy.add(work)
    }
  }

  const proceed = (lane: Lane<One>): void => {
    const [first] = lane.queue
    if (first === undefined) return void lanes.delete(lane.name)
    const delay = (first.notBefore ?? 0) - performance.now()
    if (delay <= 0) return void ready.push(lane)
    if (!isStopped) waiting.set(lane.name, setTimeout(resume, delay, lane))
  }

  const resume = (lane: Lane<One>): void => {
    waiting.delete(lane.name)
    proceed(lane)
    pump()
    options.onResume?.()
  }

  const settled = async (): Promise<void> => {
    while (busy.size > 0) await Promise.all(busy)
  }

  return {
    /** Adds deliveries behind those of their lanes. */
    add(deliveries: readonly One[]): void {
      for (const delivery of deliveries) {
        const lane = lanes.get(delivery.lane)
        if (lane) lane.queue.push(delivery)
        else {
          const fresh = { name: delivery.lane, queue: [delivery] }
          lanes.set(fresh.name, fresh)
          proceed(fresh)
        }
      }
      pump()
    },

    /** The lanes that wait for a next try. */
    waiting: (): Iterable<string> => waiting.keys(),

    /** Resolves once no lane can continue now: each is empty, or waits. */
    settled,

    /** Waits for the deliveries in hand; the others are not handled. */
    async stop(): Promise<void> {
      isStopped = true
      for (const timer of waiting.values()) clearTimeout(timer)
      await settled()
    },
  }
}
