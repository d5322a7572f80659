import type { EventDefinition, EventKind } from '@purple-sector/contracts/event'
import { prepared, type Transaction, wakeAfterCommit } from '@purple-sector/database'
import { currentTraceparent } from '@purple-sector/telemetry/trace'

/** An event to append, created by `entry(definition, data)`. */
export type OutboxEntry = { kind: EventKind; type: string; subject: string; key: string; data: unknown }

export type AppendOptions = {
  /** W3C trace context; default: that of the current work. */
  traceparent?: string
  /** For events with separate traces: one per entry, by position. */
  traceparents?: readonly string[]
  /** Id of the republish request that this repetition of a state belongs to. */
  republish?: string
}

/** Id of the appended event, and a state's sequence within its subject. */
export type Appended = { id: string; sequence: number | undefined }

export type Outbox = {
  append<Data>(definition: EventDefinition<Data>, data: Data, options?: AppendOptions): Promise<Appended>
  appendMany(entries: readonly OutboxEntry[], options?: AppendOptions): Promise<void>
  /**
   * Appends the facts that a select produces (`type, subject, key, data`), in its order: for thousands of facts, which
   * are neither collected in an array nor sorted again. `keys` must contain every key it produces; `bindings` are its
   * named parameters.
   */
  appendSelected(
    keys: readonly string[],
    select: string,
    bindings: Readonly<Record<string, unknown>>,
    options?: Pick<AppendOptions, 'traceparent'>,
  ): Promise<void>
}

/** Creates an entry for `appendMany`. Throws if the data break the definition: an invalid event is never published. */
export const entry = <Data>(definition: EventDefinition<Data>, data: Data): OutboxEntry => ({
  kind: definition.kind,
  type: definition.type,
  subject: definition.subject(data),
  key: definition.key(data),
  data: definition.data.parse(data),
})

/**
 * Appends events to the outbox of a transaction: they are published if and only if it commits.
 *
 * Appending locks the row of the event's key until the commit, so append late. A transaction that appends events of
 * several keys uses one `appendMany`, which locks them in a fixed order. Each call is one round trip.
 *
 * Events produced by SQL are appended by SQL, in one statement and in the order of the aggregate:
 * ```sql
 * select outbox_append_many(array_agg(
 *   row('fact', 'tipping.board-changed.v1', 'board/group/' || group_id, 'weekend/' || ?, json_build_object(…))::outbox_entry
 *   order by group_id), p_traceparent => ?) from …
 * ```
 * Events with separate traces pass `p_traceparents => array_agg(… order by …)`; a single event uses
 * `outbox_append(kind, type, subject, key, data json, traceparent)`. Then `outbox(sql).announce()` wakes the relay
 * after the commit. A batch of facts alone uses `appendSelected`.
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

/** Wakes the relay and the scheduled tasks after the commit, because an event may also make a task due. */
const announce = (sql: Transaction): void => {
  wakeAfterCommit(sql, 'outbox')
  wakeAfterCommit(sql, 'tasks')
}

const traceOf = (options: AppendOptions): string | null => options.traceparent ?? currentTraceparent() ?? null
