import type { DomainEvent } from '@purple-sector/contracts/event'
import { type Database, wakeAfterCommit } from '@purple-sector/database'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type RequestRepublish, startBootstrap } from './bootstrap.ts'
import type { BatchHandler, EventBus } from './event-bus.ts'
import type { AfterCommit, EventHandler } from './event-handlers.ts'
import { receive, receiveBatch } from './inbox.ts'
import { startInboxCleaning } from './inbox-cleaning.ts'
import { createKnownStateCheck } from './known-states.ts'
import { type MessagingMetrics, messagingMetrics } from './metrics.ts'
import { withTimeout } from './pause.ts'

export type ConsumerOptions = {
  bus: EventBus
  database: Database
  /** The service's name; a further consumer inside the service is `<service>.<name>`. */
  consumer: string
  handlers: readonly EventHandler[]
  log: Logger
  /** Requests an owner's current state, see `republish`. Without it the consumer does not bootstrap. */
  requestRepublish?: RequestRepublish
  metrics?: Registry
}

export type Consumer = {
  /** Whether the subscription is active and the copies of every owner are filled. */
  isReady(): boolean
  /** Whether the copies of every owner are filled, by this run or an earlier one, even while the bus is unavailable. */
  areProjectionsFilled(): boolean
  /**
   * Whether an owner was unreachable for some seconds. It may be waiting until it can call this service, which should
   * therefore accept internal calls before it is ready.
   */
  isBlocked(): boolean
  /** Stops the subscription and waits for events in flight. */
  stop(): Promise<void>
}

/** Limits how long a stop waits for the bootstrap, which may take minutes; the next start continues it. */
const STOP_TIMEOUT_MS = 500

type Context = {
  database: Database
  consumer: string
  log: Logger
  metrics: MessagingMetrics
  isKnown(event: DomainEvent): Promise<boolean>
}
type Outcome = { kind: 'handled' | 'duplicate' | 'stale'; afterCommit: AfterCommit[] }

const applyEffects = async (context: Context, handlers: EventHandler[], event: DomainEvent): Promise<Outcome> => {
  const effects = handlers.map((handler) => handler.prepare(event))
  // All handlers of one type share its definition, and therefore its kind.
  const isState = handlers.some(({ kind }) => kind === 'state')
  // Events of a republish are counted in the inbox, so they are never skipped early.
  const isPushed = isState && event.republish === undefined && handlers.some(({ isPushed }) => isPushed)
  if (isPushed && (await context.isKnown(event))) return { kind: 'stale', afterCommit: [] }
  return context.database.transaction(async (sql): Promise<Outcome> => {
    const { isNew, isNewer } = await receive(sql, context.consumer, event, isState)
    wakeAfterCommit(sql, 'tasks')
    if (!isNew) return { kind: 'duplicate', afterCommit: [] }
    if (isState && !isNewer) return { kind: 'stale', afterCommit: [] }
    const afterCommit: AfterCommit[] = []
    for (const effect of effects) {
      const after = await effect(sql)
      if (after !== undefined) afterCommit.push(after)
    }
    return { kind: 'handled', afterCommit }
  })
}

const handle = async (context: Context, handlers: EventHandler[], event: DomainEvent): Promise<void> => {
  const { consumer, log, metrics } = context
  const { type } = event
  const fields = { consumer, type, eventId: event.id, subject: event.subject }
  const observe = metrics.handling.startTimer({ consumer, type })
  let outcome: Outcome
  try {
    outcome = await applyEffects(context, handlers, event)
  } catch (error) {
    metrics.handled.inc({ consumer, type, outcome: 'failed' })
    log.warn({ event: 'event.failed', ...fields, err: error }, 'Event handling failed')
    throw error
  }
  observe()
  metrics.handled.inc({ consumer, type, outcome: outcome.kind })
  log.debug({ event: 'event.handled', ...fields, outcome: outcome.kind }, 'Event handled')
  for (const after of outcome.afterCommit) {
    try {
      await after()
    } catch (error) {
      log.warn(
        { event: 'event.after_commit_failed', ...fields, err: error },
        'Work after the commit of an event failed',
      )
    }
  }
}

/** Handles batches of facts of one type, for types whose handlers all support batches. */
const batchHandler = (context: Context, handlersOf: ReadonlyMap<string, EventHandler[]>): BatchHandler => ({
  types: new Set(
    [...handlersOf].flatMap(([type, sameType]) => (sameType.every(({ prepareBatch }) => prepareBatch) ? [type] : [])),
  ),
  async handle(events) {
    const { database, consumer, log, metrics } = context
    const [{ type } = { type: '' }] = events
    const observe = metrics.handling.startTimer({ consumer, type })
    const newEvents = await database.transaction(async (sql) => {
      const received = await receiveBatch(sql, consumer, events)
      wakeAfterCommit(sql, 'tasks')
      if (received.length > 0)
        for (const { prepareBatch } of handlersOf.get(type) ?? []) await prepareBatch?.(received)(sql)
      return received.length
    })
    observe()
    metrics.handled.inc({ consumer, type, outcome: 'handled' }, newEvents)
    metrics.handled.inc({ consumer, type, outcome: 'duplicate' }, events.length - newEvents)
    log.debug({ event: 'event.batch_handled', consumer, type, events: events.length, newEvents }, 'Event batch handled')
  },
})

/**
 * Subscribes a service to every event type that its handlers name.
 *
 * Each event is one transaction of inbox row, sequence guard (states) and effect; facts with batch handlers
 * (`onBatch`) share one. The bus retries failures. Resolves once the subscription is active, or after 5 s while the bus
 * is unavailable: the consumer then keeps trying and is not ready yet.
 */
export const startConsumer = async (options: ConsumerOptions): Promise<Consumer> => {
  const { bus, database, consumer, handlers, log, requestRepublish } = options
  const context: Context = {
    database,
    consumer,
    log,
    metrics: messagingMetrics(options.metrics),
    isKnown: createKnownStateCheck(database, consumer),
  }
  const handlersOf = Map.groupBy(handlers, ({ type }) => type)
  const stopping = new AbortController()
  let subscription: { stop(): Promise<void> } | undefined
  let isSubscribed = handlers.length === 0

  const start = async () => {
    if (handlers.length === 0) return
    subscription = await bus.subscribe({
      consumer,
      events: handlers,
      mode: 'durable',
      handle: (event) => handle(context, handlersOf.get(event.type) ?? [], event),
      batchHandler: batchHandler(context, handlersOf),
      onDeadLetter: async (event) => bootstrap.recordDeadLetter(event),
    })
    if (stopping.signal.aborted) return subscription.stop()
    isSubscribed = true
  }

  const cleaning = startInboxCleaning(database, log)
  const subscribed = start()
  const { signal } = stopping
  const bootstrap = startBootstrap({
    database,
    consumer,
    handlers,
    log,
    requestRepublish,
    subscribed,
    signal,
  })
  subscribed.catch((error: unknown) => {
    if (!stopping.signal.aborted)
      log.error({ event: 'consumer.subscribe_failed', err: error, consumer }, 'Consumer could not subscribe')
  })
  let timer: NodeJS.Timeout | undefined
  await Promise.race([subscribed, new Promise((resolve) => (timer = setTimeout(resolve, 5_000)))])
  clearTimeout(timer)
  return {
    isReady: () => isSubscribed && bootstrap.isComplete(),
    areProjectionsFilled: bootstrap.isComplete,
    isBlocked: () => isSubscribed && bootstrap.isBlocked(),
    async stop() {
      stopping.abort()
      cleaning.stop()
      await subscription?.stop()
      await withTimeout(STOP_TIMEOUT_MS, bootstrap.stop())
    },
  }
}
