import type { DomainEvent } from '@purple-sector/contracts/event'
import { traceIdOf } from '@purple-sector/telemetry/trace'
import type { Logger } from 'pino'
import type { BusSubscription } from './event-bus.ts'
import { handleBatchInTrace, handleInTrace } from './event-spans.ts'
import type { MessagingMetrics } from './metrics.ts'
import { decideRetry, type RetryPolicy } from './retry.ts'

/** An event on its way to one durable subscription; a bus adds what it needs for the acknowledgement. */
export type Delivery = {
  /** Deliveries of one lane are handled in order; lanes run concurrently. */
  readonly lane: string
  /** The topic whose dead letter the event may become. */
  readonly topic: string
  /** Undefined if the message is no valid event; `unreadable` has the reason. */
  readonly event: DomainEvent | undefined
  readonly unreadable?: unknown
  tries: number
  /** In ms since the epoch. */
  firstFailedAt: number | undefined
  /** Earliest next try, in ms of `performance.now()`. */
  notBefore?: number
  /** Its batch failed, so it is handled alone. */
  failedInBatch?: boolean
}

/** Options that the durable subscriptions of every bus need. */
export type DurableOptions = {
  subscription: BusSubscription
  policy: RetryPolicy
  log: Logger
  metrics: MessagingMetrics
}

export type LaneOptions<D extends Delivery> = DurableOptions & {
  /** Called once the effect of a delivery is committed. */
  acknowledge(delivery: D): void
  /** Stores a delivery among the dead letters and acknowledges it; retried when it rejects. */
  moveToDeadLetters(delivery: D, error: unknown): Promise<void>
  /** Stores the number of tries, so that it survives a crash. */
  recordFailure?(delivery: D): Promise<void>
  /** Called when a lane continues after the delay before a try. */
  onResume?(): void
  /** False once no further delivery may be handled. */
  mayContinue?(): boolean
}

/** Lanes handled at the same time. */
const CONCURRENCY = 8
const MAX_BATCH_SIZE = 64
const DEAD_LETTER_RETRY_DELAY_MS = 1_000

/**
 * Returns the events at the front of a lane that form a batch: one type, which allows batches, and no earlier failure.
 */
export const batchOf = (queue: readonly Delivery[], types: ReadonlySet<string> = new Set()): DomainEvent[] => {
  const batch: DomainEvent[] = []
  for (const { event, firstFailedAt, failedInBatch } of queue.slice(0, MAX_BATCH_SIZE)) {
    if (!event || firstFailedAt !== undefined || failedInBatch || !types.has(event.type)) break
    if (batch[0] && batch[0].type !== event.type) break
    batch.push(event)
  }
  return batch
}

type Lane<D> = { name: string; queue: D[] }

/**
 * Passes deliveries to the handler of a durable subscription: in order within a lane, lanes concurrently.
 *
 * Facts at the front of a lane are handled in one batch if the subscription allows it. A failing delivery blocks its
 * lane until its next try, and is finally dead-lettered.
 */
export const startLanes = <D extends Delivery>(options: LaneOptions<D>) => {
  const { subscription, policy, log, metrics, acknowledge } = options
  const { consumer, batchHandler } = subscription
  const lanes = new Map<string, Lane<D>>()
  const readyLanes: Lane<D>[] = []
  const runningSteps = new Set<Promise<void>>()
  /** Timers of the lanes whose first delivery waits for its next try. */
  const retryTimers = new Map<string, NodeJS.Timeout>()
  let isStopped = false

  const deadLetter = async (delivery: D, error: unknown): Promise<boolean> => {
    try {
      await options.moveToDeadLetters(delivery, error)
    } catch (cause) {
      log.warn({ event: 'dead_letter.store_failed', err: cause, consumer }, 'Dead letter could not be stored; retrying')
      delivery.tries -= 1
      delivery.notBefore = performance.now() + DEAD_LETTER_RETRY_DELAY_MS
      return false
    }
    const { topic, event, tries } = delivery
    metrics.deadLetters.inc({ consumer, topic })
    const fields = { consumer, topic, type: event?.type, subject: event?.subject, eventId: event?.id, tries }
    log.error(
      { event: 'event.dead_lettered', ...fields, traceId: traceIdOf(event?.traceparent), err: error },
      'Event handling failed permanently; event dead-lettered',
    )
    if (event) await subscription.onDeadLetter?.(event, error).catch(() => {})
    return true
  }

  /** Returns false if the delivery has to be handled again. */
  const handleOne = async (delivery: D): Promise<boolean> => {
    const { event } = delivery
    try {
      if (event === undefined) throw delivery.unreadable
      await handleInTrace(event, consumer, () => subscription.handle(event))
    } catch (error) {
      const now = Date.now()
      delivery.tries += 1
      delivery.firstFailedAt ??= now
      const { tries, firstFailedAt } = delivery
      const decision = decideRetry(policy, { error, tries, firstFailedAt, now })
      if (decision.kind === 'dead-letter') return deadLetter(delivery, error)
      delivery.notBefore = performance.now() + decision.afterMs
      await options.recordFailure?.(delivery).catch(() => {})
      return false
    }
    acknowledge(delivery)
    return true
  }

  /** Returns false if the deliveries have to be handled one by one. */
  const handleBatch = async (batch: readonly D[], events: readonly DomainEvent[]): Promise<boolean> => {
    const [first, ...others] = events
    if (first === undefined || others.length === 0) return false
    try {
      await handleBatchInTrace([first, ...others], consumer, async () => batchHandler?.handle(events))
    } catch (error) {
      for (const delivery of batch) delivery.failedInBatch = true
      const fields = { consumer, events: events.length, traceId: traceIdOf(first.traceparent) }
      log.debug(
        { event: 'event.batch_failed', ...fields, err: error },
        'Event batch failed; handling its events one by one',
      )
      return false
    }
    for (const delivery of batch) acknowledge(delivery)
    return true
  }

  const handleNext = async ({ queue }: Lane<D>): Promise<void> => {
    const events = batchOf(queue, batchHandler?.types)
    const batch = queue.slice(0, events.length)
    const [first] = queue
    if (await handleBatch(batch, events)) queue.splice(0, batch.length)
    else if (first && (await handleOne(first))) queue.shift()
  }

  /** Handles one step of a lane at a time, so that a long lane does not starve others. */
  const handleReadyLanes = (): void => {
    while (!isStopped && runningSteps.size < CONCURRENCY && (options.mayContinue?.() ?? true)) {
      const lane = readyLanes.shift()
      if (lane === undefined) return
      const work = handleNext(lane).finally(() => {
        runningSteps.delete(work)
        scheduleLane(lane)
        handleReadyLanes()
      })
      runningSteps.add(work)
    }
  }

  const scheduleLane = (lane: Lane<D>): void => {
    const [first] = lane.queue
    if (first === undefined) return void lanes.delete(lane.name)
    const delay = (first.notBefore ?? 0) - performance.now()
    if (delay <= 0) return void readyLanes.push(lane)
    if (!isStopped) retryTimers.set(lane.name, setTimeout(resume, delay, lane))
  }

  const resume = (lane: Lane<D>): void => {
    retryTimers.delete(lane.name)
    scheduleLane(lane)
    handleReadyLanes()
    options.onResume?.()
  }

  const whenIdle = async (): Promise<void> => {
    while (runningSteps.size > 0) await Promise.all(runningSteps)
  }

  return {
    /** Appends deliveries to their lanes. */
    add(deliveries: readonly D[]): void {
      for (const delivery of deliveries) {
        const lane = lanes.get(delivery.lane)
        if (lane) lane.queue.push(delivery)
        else {
          const newLane = { name: delivery.lane, queue: [delivery] }
          lanes.set(newLane.name, newLane)
          scheduleLane(newLane)
        }
      }
      handleReadyLanes()
    },

    /** Names of the lanes that wait for a next try. */
    waiting: (): Iterable<string> => retryTimers.keys(),

    /** Resolves once every lane is empty or waits for a next try. */
    whenIdle,

    /** Waits for deliveries in flight; waiting ones are not handled. */
    async stop(): Promise<void> {
      isStopped = true
      for (const timer of retryTimers.values()) clearTimeout(timer)
      await whenIdle()
    },
  }
}
