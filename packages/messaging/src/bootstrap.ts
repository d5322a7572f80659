import { randomUUID } from 'node:crypto'
import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Database } from '@purple-sector/database'
import type { Logger } from 'pino'
import { reasonOf } from './failures.ts'
import { pause } from './pause.ts'
import type { Reaction } from './reactions.ts'

/**
 * Asks the owner to write the present state of every subject of these types to its outbox again, each event carrying
 * `republish: requestId`; answers how many there are. An owner that is not installed has none. Give it minutes.
 */
export type RequestRepublish = (
  owner: string,
  requestId: string,
  types: readonly string[],
) => Promise<{ events: number }>

export type Bootstrap = {
  /** The copies of every owner were filled. */
  isComplete(): boolean
  /** An owner could not be asked for `UNREACHABLE_MS`. Once true it stays true. */
  isBlocked(): boolean
  /** An event became a dead letter: it will not be waited for. */
  recordDeadLetter(event: DomainEvent): Promise<void>
  stop(): Promise<void>
}

export type BootstrapOptions = {
  database: Database
  consumer: string
  reactions: readonly Reaction[]
  log: Logger
  requestRepublish?: RequestRepublish | undefined
  /** Resolves when the subscription stands: only then do the events that an owner publishes again arrive. */
  subscribed: Promise<unknown>
  signal: AbortSignal
}

/** One row of `bootstraps`: what was asked of an owner, and whether it has arrived. */
export type Mark = { types: string[]; requestId: string; expected: number | null; arrived: number; isComplete: boolean }

export type BootstrapStep = 'done' | 'ask' | 'wait' | 'complete'

/** What to do next about one owner. `isStalled`: nothing has arrived for too long, whoever asked may be gone. */
export const nextStep = (mark: Mark | undefined, types: readonly string[], isStalled: boolean): BootstrapStep => {
  if (mark === undefined || types.some((type) => !mark.types.includes(type))) return 'ask'
  if (mark.isComplete) return 'done'
  if (mark.expected !== null && mark.arrived >= mark.expected) return 'complete'
  return isStalled ? 'ask' : 'wait'
}

const POLL_MS = 200
/** Nothing arrived for so long: the owner is asked again, sooner where the process that asked may have ended meanwhile. */
const STALLED_MS = 60_000
const UNANSWERED_MS = 10_000
/** An owner that cannot be asked for so long may itself be waiting until this service can be asked (ADR 27). */
const UNREACHABLE_MS = 5_000
/** While nothing was copied yet every owner is asked often: it is mostly about to start. */
const MAX_RETRY_MS = 2_000

/** The marks of these owners, where they have one. */
const readMarks = async (database: Database, consumer: string, owners: readonly string[]) => {
  const { rows } = await database.raw<{ rows: (Mark & { owner: string })[] }>(
    `select owner, types, request_id as "requestId", expected::int, completed_at is not null as "isComplete",
       case when completed_at is not null then 0 else given_up + (select count(*)::int from inbox i
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

  /** Notes that this process asks now; false where another was quicker. */
  async claim(requestId: string, types: readonly string[], seen: string | undefined): Promise<boolean> {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      `insert into bootstraps as b (consumer, owner, types, request_id, asked_at)
       values (:consumer, :owner, array(select json_array_elements_text(:types::json)), :requestId, now())
       on conflict (consumer, owner) do update set types = excluded.types, request_id = excluded.request_id,
         asked_at = excluded.asked_at, expected = null, given_up = 0, completed_at = null
       where b.request_id = :seen returning 1`,
      { consumer, owner, types: JSON.stringify(types), requestId, seen: seen ?? '' },
    )
    return rows.length > 0
  },

  async expect(requestId: string, events: number): Promise<void> {
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

type Filling = { owner: string; types: readonly string[]; ask: RequestRepublish; onUnreachable(reason: unknown): void }

/** Fills the copies of one owner; resolves once they are complete, or when the signal fires. */
const fill = async (options: BootstrapOptions, { owner, types, ask, onUnreachable }: Filling) => {
  const { database, consumer, log, signal } = options
  const rows = bootstrapRows(database, consumer, owner)
  let progress = { arrived: -1, requestId: '', at: Date.now() }
  let failingSince: number | undefined
  for (let failures = 0; !signal.aborted; ) {
    try {
      const mark = await rows.read()
      if (mark && (mark.arrived !== progress.arrived || mark.requestId !== progress.requestId))
        progress = { arrived: mark.arrived, requestId: mark.requestId, at: Date.now() }
      const timeout = mark?.expected === null ? UNANSWERED_MS : STALLED_MS
      const step = nextStep(mark, types, failures > 0 || Date.now() - progress.at > timeout)
      if (step === 'done') return
      if (step === 'complete' && mark) await rows.complete(mark.requestId)
      if (step === 'ask') {
        const requestId = `${consumer}:${randomUUID()}`
        if (await rows.claim(requestId, types, mark?.requestId)) {
          const { events } = await ask(owner, requestId, types)
          await rows.expect(requestId, events)
          log.info({ consumer, owner, events }, 'asked an owner for its present state')
        }
      }
      failures = 0
      failingSince = undefined
      if (step === 'wait') await pause(POLL_MS, signal)
    } catch (error) {
      failures += 1
      failingSince ??= Date.now()
      log.debug({ err: error, consumer, owner, failures }, 'an owner did not give its present state yet')
      if (Date.now() - failingSince >= UNREACHABLE_MS) onUnreachable(error)
      await pause(Math.min(250 * 2 ** failures, MAX_RETRY_MS), signal)
    }
  }
}

/**
 * Where no mark says that the copies of an owner were filled, asks for its state once the subscription stands, and waits
 * until all of it was handled.
 */
export const startBootstrap = (options: BootstrapOptions): Bootstrap => {
  const { database, consumer, requestRepublish, subscribed, log, signal } = options
  const [service] = consumer.split('.')
  const foreign = options.reactions.filter(({ kind, owner }) => kind === 'state' && owner !== service)
  const owners = [...(requestRepublish ? Map.groupBy(foreign, ({ owner }) => owner) : [])].map(
    ([owner, reactions]) => ({
      owner,
      types: [...new Set(reactions.map(({ type }) => type))].toSorted(),
    }),
  )
  let isComplete = owners.length === 0
  let isBlocked = false
  /** Mostly all are filled, from earlier runs: that is asked once. */
  const findOpen = async (): Promise<typeof owners> => {
    if (isComplete) return []
    const marks = await readMarks(
      database,
      consumer,
      owners.map(({ owner }) => owner),
    )
    return owners.filter(({ owner, types }) => nextStep(marks.get(owner), types, false) !== 'done')
  }
  /** Says so once, however often and of however many owners it happens. */
  const noteStuck = (error: unknown): void => {
    if (isBlocked) return
    isBlocked = true
    log.info(
      { consumer, reason: reasonOf(error) },
      'an owner cannot be asked yet: other services may call this one meanwhile',
    )
  }
  const fillAll = async (): Promise<void> => {
    // Where that cannot be asked, each is asked for by itself, again and again.
    const open = await findOpen().catch(() => owners)
    if (open.length > 0) {
      await subscribed
      const waitsFor = open.map(({ owner }) => owner)
      if (!signal.aborted) log.info({ consumer, waitsFor }, 'waiting for the first copies of other services')
      await Promise.all(
        open.map(
          async (one) => requestRepublish && fill(options, { ...one, ask: requestRepublish, onUnreachable: noteStuck }),
        ),
      )
      if (!signal.aborted) log.info({ consumer }, 'the copies of other services are complete')
    }
    if (!signal.aborted) isComplete = true
  }
  const filling = fillAll()
  // Its subscription was given up: the consumer says why.
  filling.catch(() => {})
  return {
    isComplete: () => isComplete,
    isBlocked: () => isBlocked,
    async recordDeadLetter({ republish }) {
      if (republish === undefined) return
      await database.raw('update bootstraps set given_up = given_up + 1 where consumer = ? and request_id = ?', [
        consumer,
        republish,
      ])
    },
    async stop() {
      await filling.catch(() => {})
    },
  }
}

/**
 * Forgets how far a consumer's copies are, so that its next start fills them again. Empty the copies themselves in the
 * same transaction; data the service owns (locks, memberships) stay.
 */
export const resetProjections = async (sql: Database, consumer: string): Promise<void> => {
  await sql.raw('delete from projections where consumer = ?', [consumer])
  await sql.raw('delete from bootstraps where consumer = ?', [consumer])
}
