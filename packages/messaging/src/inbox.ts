import type { DomainEvent } from '@purple-sector/contracts/event'
import { prepared, type Transaction } from '@purple-sector/database'

export type Reception = { isNew: boolean; isNewer: boolean }

/**
 * Records the event in the inbox, in the transaction of its effect, and raises the known sequence of a state's subject.
 *
 * `isNew`: the event was not handled before. `isNewer`: the state is newer than all handled ones of its type and
 * subject.
 */
export const receive = async (
  sql: Transaction,
  consumer: string,
  event: DomainEvent,
  isState: boolean,
): Promise<Reception> => {
  const { rows } = await sql.raw<{ rows: Reception[] }>(
    `with recorded as (
       insert into inbox (consumer, event_id, republish) values (:consumer, :id, :republish)
       on conflict do nothing returning 1
     ), updated as (
       insert into projections as p (consumer, type, subject, sequence)
       select :consumer, :type, :subject, :sequence from recorded where :isState
       on conflict (consumer, type, subject) do update set sequence = excluded.sequence
       where p.sequence < excluded.sequence returning 1
     )
     select exists (select 1 from recorded) as "isNew", exists (select 1 from updated) as "isNewer"`,
    {
      consumer,
      id: event.id,
      republish: event.republish ?? null,
      type: event.type,
      subject: event.subject,
      sequence: event.sequence ?? null,
      isState,
    },
  )
  return rows[0] ?? { isNew: false, isNewer: false }
}

/**
 * Records facts in the inbox, in the transaction of their effect. Returns the events that were not handled before, each
 * once.
 */
export const receiveBatch = async (
  sql: Transaction,
  consumer: string,
  events: readonly DomainEvent[],
): Promise<DomainEvent[]> => {
  const { rows } = await prepared<{ id: string }>(
    sql,
    'inbox-receive-batch',
    `insert into inbox (consumer, event_id) select :consumer, unnest(:ids::uuid[]) on conflict do nothing
     returning event_id as id`,
    { consumer, ids: events.map(({ id }) => id) },
  )
  const newIds = new Set(rows.map(({ id }) => id))
  return events.filter(({ id }) => newIds.delete(id))
}
