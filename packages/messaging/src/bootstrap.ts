import { randomUUID } from 'node:crypto'
import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import type { Logger } from 'pino'
import type { EventHandler } from './event-handlers.ts'
import { reasonOf } from './failures.ts'
import { pause } from './pause.ts'

/**
 * Requests that an owner writes the current state of every subject of these types to its outbox again.
 *
 * Each event carries `republish: requestId`. Resolves with the number of events; an owner that is not installed has
 * none. May take minutes.
 */
export type RequestRepublish = (
  owner: string,
  requestId: string,
  types: readonly string[],
) => Promise<{ events: number }>

export type Bootstrap = {
  /** Whether the copies of every owner are filled. */
  isComplete(): boolean
  /** Whether an owner was unreachable for `UNREACHABLE_TIMEOUT_MS`. Never returns to false. */
  isBlocked(): boolean
  /** Records that an event became a dead letter, so that the bootstrap does not wait for it. */
  recordDeadLetter(event: DomainEvent): Promise<void>
  stop(): Promise<void>
}

export type BootstrapOptions = {
  database: Database
  consumer: string
  handlers: readonly EventHandler[]
  log: Logger
  requestRepublish?: RequestRepublish | undefined
  /** Resolves once the subscription is active: republished events arrive only from then on. */
  subscribed: Promise<unknown>
  signal: AbortSignal
}

/** A row of `bootstraps`: the request to an owner, and how many of its events have arrived. */
export type Mark = { types: string[]; requestId: string; expected: number | null; arrived: number; isComplete: boolean }

export type BootstrapStep = 'done' | 'request' | 'wait' | 'complete'

/**
 * Decides the next step for one owner. `isStalled`: nothing arrived for too long; the requesting process may be gone.
 */
export const nextStep = (mark: Mark | undefined, types: readonly string[], isStalled: boolean): BootstrapStep => {
  if (mark === undefined || types.some((type) => !mark.types.includes(type))) return 'request'
  if (mark.isComplete) return 'done'
  if (mark.expected !== null && mark.arrived >= mark.expected) return 'complete'
  return isStalled ? 'request' : 'wait'
}

const POLL_INTERVAL_MS = 200
/** Repeats the request after this long without an arrival, and sooner if the requesting process may have ended. */
const STALLED_TIMEOUT_MS = 60_000
const REQUEST_TIMEOUT_MS = 10_000
/** An owner unreachable for this long may itself be waiting until it can call this service (ADR 27). */
const UNREACHABLE_TIMEOUT_MS = 5_000
/** Upper bound of the backoff. Short, because an unreachable owner is usually about to start. */
const MAX_BACKOFF_MS = 2_000

/** Reads the marks of these owners, by owner. Owners without one are missing. */
const readMarks = async (database: Database, consumer: string, owners: readonly string[]) => {
  const { rows } = await database.raw<{ rows: (Mark & { owner: string })[] }>(
    `select owner, types, request_id as "requestId", expected::int, completed_at is not null as "isComplete",
       case when completed_at is not null then 0 else dead_lettered + (select count(*)::int from inbox i
         where i.consumer = b.consumer and i.republish = b.request_id) end as arrived
     from bootstraps b where consumer = ? and owner = any(?)`,
    [consumer, [...owners]],
  )
  return new Map(rows.map(({ owner, ...mark }): [string, Mark] => [owner, mark]))
}

const bootstrapRows = (database: Database, consumer: string, owner: string) => ({
  async read(): Promise<Mark | undefined> {
    return (await readMarks(database, consumer, [owner])).get(owner)
  },

  /** Records that this process sends the request; false when another process was first. */
  async claim(requestId: string, types: readonly string[], previousRequestId = ''): Promise<boolean> {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      `insert into bootstraps as b (consumer, owner, types, request_id, asked_at)
       values (:consumer, :owner, array(select json_array_elements_text(:types::json)), :requestId, now())
       on conflict (consumer, owner) do update set types = excluded.types, request_id = excluded.request_id,
         asked_at = excluded.asked_at, expected = null, dead_lettered = 0, completed_at = null
       where b.request_id = :previousRequestId returning 1`,
      { consumer, owner, types: JSON.stringify(types), requestId, previousRequestId },
    )
    return rows.length > 0
  },

  async setExpected(requestId: string, events: number): Promise<void> {
    await database.raw('update bootstraps set expected = ? where consumer = ? and owner = ? and request_id = ?', [
      events,
      consumer,
      owner,
      requestId,
    ])
  },

  async complete(requestId: string): Promise<void> {
    await database.raw(
      'update bootstraps set completed_at = now() where consumer = ? and owner = ? and request_id = ?',
      [consumer, owner, requestId],
    )
  },
})

type FillOptions = {
  owner: string
  types: readonly string[]
  request: RequestRepublish
  onUnreachable(reason: unknown): void
}

/** Fills the copies of one owner. Resolves when they are complete or the signal fires. */
const fillFromOwner = async (options: BootstrapOptions, { owner, types, request, onUnreachable }: FillOptions) => {
  const { database, consumer, log, signal } = options
  const rows = bootstrapRows(database, consumer, owner)
  let progress = { arrived: -1, requestId: '', changedAt: Date.now() }
  let failingSince: number | undefined
  for (let failures = 0; !signal.aborted; ) {
    try {
      const mark = await rows.read()
      if (mark && (mark.arrived !== progress.arrived || mark.requestId !== progress.requestId))
        progress = { arrived: mark.arrived, requestId: mark.requestId, changedAt: Date.now() }
      const timeout = mark?.expected === null ? REQUEST_TIMEOUT_MS : STALLED_TIMEOUT_MS
      const step = nextStep(mark, types, failures > 0 || Date.now() - progress.changedAt > timeout)
      if (step === 'done') return
      if (step === 'complete' && mark) await rows.complete(mark.requestId)
      if (step === 'request') {
        const requestId = `${consumer}:${randomUUID()}`
        if (await rows.claim(requestId, types, mark?.requestId)) {
          const { events } = await request(owner, requestId, types)
          await rows.setExpected(requestId, events)
          log.info({ event: 'bootstrap.requested', consumer, owner, events }, 'Requested republish of current state')
        }
      }
      failures = 0
      failingSince = undefined
      if (step === 'wait') await pause(POLL_INTERVAL_MS, signal)
    } catch (error) {
      failures += 1
      failingSince ??= Date.now()
      log.debug(
        { event: 'bootstrap.owner_not_ready', err: error, consumer, owner, failures },
        'Owner not ready; retrying',
      )
      if (Date.now() - failingSince >= UNREACHABLE_TIMEOUT_MS) onUnreachable(error)
      await pause(Math.min(250 * 2 ** failures, MAX_BACKOFF_MS), signal)
    }
  }
}

/**
 * Fills the copies of other services' states at the first start of a consumer.
 *
 * For each owner without a completed mark it requests a republish once the subscription is active, and waits until all
 * of those events were handled.
 */
export const startBootstrap = (options: BootstrapOptions): Bootstrap => {
  const { database, consumer, requestRepublish, subscribed, log, signal } = options
  const [service] = consumer.split('.')
  const foreign = options.handlers.filter(({ kind, owner }) => kind === 'state' && owner !== service)
  const owners = [...(requestRepublish ? Map.groupBy(foreign, ({ owner }) => owner) : [])].map(([owner, handlers]) => ({
    owner,
    types: [...new Set(handlers.map(({ type }) => type))].toSorted(),
  }))
  let isComplete = owners.length === 0
  let isBlocked = false
  /** Checks all owners with one query, because usually all were filled by earlier runs. */
  const findIncomplete = async (): Promise<typeof owners> => {
    if (isComplete) return []
    const marks = await readMarks(
      database,
      consumer,
      owners.map(({ owner }) => owner),
    )
    return owners.filter(({ owner, types }) => nextStep(marks.get(owner), types, false) !== 'done')
  }
  /** Logs only once, regardless of the number of owners and attempts. */
  const reportBlocked = (error: unknown): void => {
    if (isBlocked) return
    isBlocked = true
    log.info(
      { event: 'bootstrap.owner_unreachable', consumer, reason: reasonOf(error) },
      'Owner unreachable; accepting internal calls before ready',
    )
  }
  const fillAll = async (): Promise<void> => {
    // If the query fails, each owner is checked and retried separately.
    const incompleteOwners = await findIncomplete().catch(() => owners)
    if (incompleteOwners.length > 0) {
      await subscribed
      const waitsFor = incompleteOwners.map(({ owner }) => owner)
      if (!signal.aborted)
        log.info({ event: 'bootstrap.waiting', consumer, waitsFor }, 'Waiting for the first copies of other services')
      await Promise.all(
        incompleteOwners.map(
          async (incomplete) =>
            requestRepublish &&
            fillFromOwner(options, { ...incomplete, request: requestRepublish, onUnreachable: reportBlocked }),
        ),
      )
      if (!signal.aborted) log.info({ event: 'bootstrap.completed', consumer }, 'Copies of other services are complete')
    }
    if (!signal.aborted) isComplete = true
  }
  const filling = fillAll()
  // Rejects when the subscription failed; the consumer logs that.
  filling.catch(() => {})
  return {
    isComplete: () => isComplete,
    isBlocked: () => isBlocked,
    async recordDeadLetter({ republish }) {
      if (republish === undefined) return
      await database.raw(
        'update bootstraps set dead_lettered = dead_lettered + 1 where consumer = ? and request_id = ?',
        [consumer, republish],
      )
    },
    async stop() {
      await filling.catch(() => {})
    },
  }
}

/**
 * Resets the bootstrap of a consumer, so that its next start fills its copies again.
 *
 * Delete the copies themselves in the same transaction. Data that the service owns (locks, memberships) is not
 * affected.
 */
export const resetProjections = async (sql: Database, consumer: string): Promise<void> => {
  await sql.raw('delete from projections where consumer = ?', [consumer])
  await sql.raw('delete from bootstraps where consumer = ?', [consumer])
}
