import type { StateDefinition } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox } from './outbox.ts'

/** A page of current states, and the cursor of the next one (undefined after the last). */
export type Page<Data> = { states: readonly Data[]; next?: string | undefined }

/** Republishes the current states of one event type; facts are never republished. */
export type Republisher = {
  type: string
  page(sql: Transaction, cursor: string | undefined): Promise<{ entries: OutboxEntry[]; next?: string | undefined }>
}

/**
 * Declares how the current state of every subject of an event type is read, in pages of some hundred.
 *
 * `read` gets undefined, then each `next` it returned. It may be called twice for one page and must not lock rows of
 * the service's tables. Deleted subjects may be omitted, because the requester has no copies yet.
 */
export const republishes = <Data>(
  definition: StateDefinition<Data>,
  read: (sql: Transaction, cursor: string | undefined) => Promise<Page<Data>>,
): Republisher => ({
  type: definition.type,
  page: async (sql, cursor) => {
    const { states, next } = await read(sql, cursor)
    return { entries: states.map((state) => entry(definition, state)), next }
  },
})

export type RepublishOptions = {
  /** Carried by every event as `republish`. */
  requestId: string
  /** Only these event types; default: all. */
  types?: readonly string[] | undefined
}

/**
 * Writes the current state of all subjects to the outbox again and returns the number of events.
 *
 * Each gets the next `sequence` of its subject. The keys are locked before the state is read, so a concurrent change is
 * either part of that state or follows with a higher sequence: an old state never overtakes a new one.
 */
export const republish = async (
  database: Database,
  republishers: readonly Republisher[],
  { requestId, types }: RepublishOptions,
): Promise<{ events: number }> => {
  let events = 0
  for (const republisher of republishers) {
    if (types !== undefined && !types.includes(republisher.type)) continue
    let cursor: string | undefined
    do {
      const page = await database.transaction((sql) => republishPage(sql, republisher, cursor, requestId))
      events += page.count
      cursor = page.next
    } while (cursor !== undefined)
  }
  return { events }
}

const republishPage = async (
  sql: Transaction,
  republisher: Republisher,
  cursor: string | undefined,
  requestId: string,
): Promise<{ count: number; next: string | undefined }> => {
  const locked = new Set<string>()
  let { entries, next } = await republisher.page(sql, cursor)
  for (;;) {
    const missing = [...new Set(entries.map(({ key }) => key))].filter((key) => !locked.has(key))
    if (missing.length === 0) break
    await sql.raw('select outbox_lock_keys(?::text[])', [missing])
    for (const key of missing) locked.add(key)
    ;({ entries, next } = await republisher.page(sql, cursor))
  }
  await outbox(sql).appendMany(entries, { republish: requestId })
  return { count: entries.length, next }
}
