import type { Logger } from 'pino'
import type { BusSubscription } from '../event-bus.ts'
import { topicOf } from '../event-bus.ts'
import type { MessagingMetrics } from '../metrics.ts'
import { pause } from '../pause.ts'
import { decideRetry, type RetryPolicy } from '../retry.ts'
import { handingTogether } from '../together.ts'
import { inTraceOf, traceIdOf } from '../trace.ts'
import type { Deliveries, Delivery } from './deliveries.ts'

/** Different keys handled at the same time. */
const CONCURRENCY = 8
/** Deliveries held in memory; the rest wait in Postgres. */
const IN_HAND = 1_000
/** Where Postgres did not take a write, it is tried again after so long. */
const AGAIN_MS = 1_000

type Lane = {
  name: string
  queue: Delivery[]
  state: 'idle' | 'ready' | 'busy' | 'waiting'
  /** So many at the front could not be handled together: they are handled one by one. */
  apart: number
}

export type DurableOptions = {
  subscription: BusSubscription
  deliveries: Deliveries
  policy: RetryPolicy
  log: Logger
  metrics: MessagingMetrics
}

export type DurableSubscription = {
  /** Something was stored for this consumer, or may have been. */
  hint(): void
  stop(): Promise<void>
}

/**
 * Hands the stored deliveries of one consumer to its handler: per lane in order, one by one or, where they may, together,
 * lanes side by side.
 */
export const startDurableSubscription = (options: DurableOptions): DurableSubscription => {
  const { subscription, deliveries, policy, log, metrics } = options
  const { consumer } = subscription
  const together = handingTogether({ subscription, log })
  const lanes = new Map<string, Lane>()
  const ready: Lane[] = []
  const inHand = new Set<number>()
  const timers = new Set<NodeJS.Timeout>()
  const busy = new Set<Promise<void>>()
  let handled: number[] = []
  let removing: Promise<void> | undefined
  let refilling: Promise<void> | undefined
  let isHinted = false
  let isStopping = false

  const enqueue = (delivery: Delivery): void => {
    const lane = lanes.get(delivery.lane) ?? { name: delivery.lane, queue: [], state: 'idle', apart: 0 }
    lanes.set(lane.name, lane)
    lane.queue.push(delivery)
    inHand.add(delivery.id)
    if (lane.state === 'idle') makeReady(lane)
  }

  const makeReady = (lane: Lane): void => {
    lane.state = 'ready'
    ready.push(lane)
  }

  const waitingLanes = () => [...lanes.values()].filter(({ state }) => state === 'waiting').map(({ name }) => name)

  /** It is over in the very moment its loop ends: a hint after that starts the next one. */
  const refill = async (): Promise<void> => {
    try {
      while (isHinted && !isStopping && inHand.size < IN_HAND) {
        isHinted = false
        const limit = IN_HAND - inHand.size
        const found = await deliveries.read(inHand, waitingLanes(), limit)
        for (const delivery of found) enqueue(delivery)
        if (found.length === limit) isHinted = true
        pump()
      }
    } catch (error) {
      isHinted = true
      log.warn({ err: error, consumer }, 'deliveries could not be read, trying again')
    } finally {
      refilling = undefined
    }
  }

  const hint = (): void => {
    isHinted = true
    if (isStopping || refilling !== undefined || inHand.size >= IN_HAND) return
    refilling = refill()
  }

  /** Deletes what was handled; while one statement runs the next batch gathers. */
  const removeHandled = async (): Promise<void> => {
    while (handled.length > 0) {
      const ids = handled
      handled = []
      try {
        await deliveries.remove(ids)
        for (const id of ids) inHand.delete(id)
      } catch (error) {
        handled.push(...ids)
        log.warn({ err: error, consumer }, 'handled deliveries could not be removed, trying again')
        if (isStopping) break
        await pause(AGAIN_MS)
      }
    }
    removing = undefined
    if (isHinted) hint()
  }

  const done = (lane: Lane, delivery: Delivery): void => {
    lane.queue.shift()
    handled.push(delivery.id)
    removing ??= removeHandled()
  }

  const waitBeforeNextTry = (lane: Lane, ms: number): void => {
    lane.state = 'waiting'
    const timer = setTimeout(() => {
      timers.delete(timer)
      makeReady(lane)
      pump()
      hint()
    }, ms)
    timers.add(timer)
  }

  const giveUp = async (lane: Lane, delivery: Delivery, error: unknown): Promise<void> => {
    try {
      await deliveries.moveToDeadLetters(delivery, error)
    } catch (cause) {
      log.warn({ err: cause, consumer }, 'a dead letter could not be stored, trying again')
      return waitBeforeNextTry(lane, AGAIN_MS)
    }
    lane.queue.shift()
    inHand.delete(delivery.id)
    const { type, id: eventId, subject, traceparent } = delivery.event
    metrics.deadLetters.inc({ consumer, topic: topicOf(delivery.event) })
    const line = { consumer, type, eventId, subject, tries: delivery.tries, traceId: traceIdOf(traceparent) }
    log.error({ ...line, err: error }, 'event given up: dead letter')
    await subscription.onDeadLetter?.(delivery.event, error).catch(() => {})
  }

  /** False where they have to be handled one by one. */
  const handleTogether = async (lane: Lane): Promise<boolean> => {
    if (lane.apart > 0) return false
    const events = together.front(lane.queue, ({ event, tries }) => ({ event, hasFailed: tries > 0 }))
    const handled = lane.queue.slice(0, events.length)
    if (!(await together.handle(events))) {
      lane.apart = events.length
      return false
    }
    for (const delivery of handled) done(lane, delivery)
    return true
  }

  const handleNext = async (lane: Lane): Promise<void> => {
    if (await handleTogether(lane)) return
    const [delivery] = lane.queue
    if (delivery === undefined) return
    if (lane.apart > 0 && delivery.tries === 0) lane.apart -= 1
    try {
      await inTraceOf(delivery.event, () => subscription.handle(delivery.event))
      done(lane, delivery)
    } catch (error) {
      const now = Date.now()
      delivery.tries += 1
      delivery.firstFailedAt ??= now
      const { tries, firstFailedAt } = delivery
      const decision = decideRetry(policy, { error, tries, firstFailedAt, now })
      if (decision.kind === 'dead-letter') return giveUp(lane, delivery, error)
      await deliveries.noteFailure(delivery).catch(() => {})
      waitBeforeNextTry(lane, decision.afterMs)
    }
  }

  const pump = (): void => {
    while (!isStopping && busy.size < CONCURRENCY) {
      const lane = ready.shift()
      if (lane === undefined) return
      lane.state = 'busy'
      const work = handleNext(lane).finally(() => {
        busy.delete(work)
        if (lane.state === 'busy' && lane.queue.length > 0) makeReady(lane)
        else if (lane.state === 'busy') lanes.delete(lane.name)
        pump()
      })
      busy.add(work)
    }
  }

  hint()
  return {
    hint,
    async stop() {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      await refilling
      await Promise.all(busy)
      await removing
      await removeHandled()
    },
  }
}
