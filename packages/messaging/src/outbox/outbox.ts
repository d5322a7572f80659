import type { EventDefinition, EventKind } from '@purple-sector/contracts/event'
import { prepared, type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { currentTraceparent } from '../trace.ts'

/** An event to be; `entry(definition, data)` makes one. */
export type OutboxEntry = { kind: EventKind; type: string; subject: string; key: string; data: unknown }

export type AppendOptions = {
  /** W3C trace context; the one of the work under way when absent. */
  traceparent?: string
  /** Of events that belong to traces of their own, each by its place among the entries. */
  traceparents?: readonly string[]
  /** The republish request this repetition of a state answers. */
  republish?: string
}

/** What the event became: its id, and a state's number among those of its subject. */
export type Appended = { id: string; sequence: number | undefined }

export type Outbox = {
  append<Data>(definition: EventDefinition<Data>, data: Data, options?: AppendOptions): Promise<Appended>
  appendMany(entries: readonly OutboxEntry[], options?: AppendOptions): Promise<void>
  /**
   * Appends the facts that a select makes (`type, subject, key, data`), in its order: thousands of them are neither
   * gathered in an array nor sorted again. `keys` are all that it may name; `bindings` are its parameters by name.
   */
  appendSelected(
    keys: readonly string[],
    select: string,
    bindings: Readonly<Record<string, unknown>>,
    options?: Pick<AppendOptions, 'traceparent'>,
  ): Promise<void>
}

/** One event for `appendMany`. Throws when the data break the definition: a broken event never leaves its owner. */
export const entry = <Data>(definition: EventDefinition<Data>, data: Data): OutboxEntry => ({
  kind: definition.kind,
  type: definition.type,
  subject: definition.subject(data),
  key: definition.key(data),
  data: definition.data.parse(data),
})

/**
 * The events of a transaction: they leave if and only if it commits. Appending locks the row of the event's key until
 * then, so append late; a transaction that appends events of several keys does it with one `appendMany`, which locks
 * them in a fixed order. Each call is one round trip.
 *
 * Events made by SQL itself are appended by SQL, in one statement and in the order of the aggregate:
 * ```sql
 * select outbox_append_many(array_agg(
 *   row('fact', 'tipping.board-changed.v1', 'board/group/' || group_id, 'weekend/' || ?, json_build_object(…))::outbox_entry
 *   order by group_id), p_traceparent => ?) from …
 * ```
 * Events that belong to traces of their own get them by `p_traceparents => array_agg(… order by …)`.
 * (`outbox_append(kind, type, subject, key, data json, traceparent)` for a single one); `outbox(sql).announce()` then pokes
 * the relay after the commit. Facts alone go in by `appendSelected`.
 */
export const outbox = (sql: Transaction): Outbox & { announce(): void } => ({
  async append(definition, data, options = {}) {
    const { kind, type, subject, key, data: parsed } = entry(definition, data)
    const { republish = null } = options
    const { rows } = await prepared<{ event_id: string; sequence: number | string | null }>(
      sql,
      'outbox-append',
      'select * from outbox_append(:kind, :type, :subject, :key, :data::json, :trace, :republish)',
      { kind, type, subject, key, data: JSON.stringify(parsed), trace: traceOf(options), republish },
    )
    announce(sql)
    const [row] = rows
    if (row === undefined) throw new Error(`${type} was not appended`)
    return { id: row.event_id, sequence: row.sequence === null ? undefined : Number(row.sequence) }
  },

  async appendMany(entries, options = {}) {
    if (entries.length === 0) return
    await sql.raw(
      `select outbox_append_many(array(
         select row(kind, type, subject, key, data)::outbox_entry
         from json_to_recordset(?::json) as e (kind event_kind, type text, subject text, key text, data json)), ?, ?, ?::text[])`,
      [
        JSON.stringify(entries),
        traceOf(options),
        options.republish ?? null,
        options.traceparents ? [...options.traceparents] : null,
      ],
    )
    announce(sql)
  },

  async appendSelected(keys, select, bindings, options = {}) {
    await sql.raw('select outbox_lock_keys(?::text[])', [[...keys]])
    await sql.raw(
      `insert into outbox (type, subject, key, data, traceparent)
       select type, subject, key, data, :traceparent::text from (${select}) fact`,
      { ...bindings, traceparent: traceOf(options) },
    )
    announce(sql)
  },

  announce: () => announce(sql),
})

/** Whatever an event tells of may also be something to do here. */
const announce = (sql: Transaction): void => {
  wakeAfterCommit(sql, 'outbox')
  wakeAfterCommit(sql, 'tasks')
}

const traceOf = (options: AppendOptions): string | null => options.traceparent ?? currentTraceparent() ?? null
