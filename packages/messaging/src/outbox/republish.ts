import type { StateDefinition } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox } from './outbox.ts'

/** A page of present states, and where the next one starts (undefined after the last). */
export type Page<Data> = { states: readonly Data[]; next?: string | undefined }

/** How an owner tells its present state of one event type; facts are never told again. */
export type Republisher = {
  type: string
  page(sql: Transaction, cursor: string | undefined): Promise<{ entries: OutboxEntry[]; next?: string | undefined }>
}

/**
 * Declares how the present state of every subject of an event type is read, in pages of some hundred: `read` gets
 * undefined, then each `next` it answered. It may be called twice for one page and must not lock business rows.
 * Deletions need not be told: who asks has nothing to delete.
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
  /** Only these event types; all when absent. */
  types?: readonly string[] | undefined
}

/**
 * Writes the present state of all subjects to the outbox again and answers how many events that are. Each gets the next
 * `sequence` of its subject. The keys are locked before the state is read, so a change under way is either in the
 * state read or comes after it with a higher sequence: an old state never overtakes a new one.
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
      const done = await database.transaction((sql) => republishPage(sql, republisher, cursor, requestId))
      events += done.count
      cursor = done.next
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
