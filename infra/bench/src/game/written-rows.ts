import type { BenchDatabase } from '../database/bench-postgres.ts'
import { connected } from './baseline.ts'

/** All tables a result writes to, except for the outbox, whose rows the relay deletes. */
const TABLES = ['awards', 'standings', 'standing_ranks', 'scopes', 'races', 'classifications', 'scoring_requests']

export type Mark = { transaction: string; rows: number; events: number }

/** Sequence of appended events, which also counts events that the relay has deleted. */
const EVENTS = `coalesce(pg_sequence_last_value('outbox_id_seq'), 0)::int`

const COUNT = (condition: string): string =>
  TABLES.map((table) => `(select count(*) from ${table} where ${condition})`).join(' + ')

/** Marks this moment for `rowsSince`. */
export const markRows = (database: BenchDatabase): Promise<Mark> =>
  connected(database, async (client) => {
    const { rows } = await client.query<Mark>(
      `select pg_current_xact_id()::text as transaction, (${COUNT('true')})::int as rows, ${EVENTS} as events`,
    )
    const [mark] = rows
    if (mark === undefined) throw new Error('Postgres returned no row')
    return mark
  })

/** Counts rows written since the mark: newer row versions, missing rows, and events. */
export const rowsSince = (database: BenchDatabase, mark: Mark): Promise<number> =>
  connected(database, async (client) => {
    const { rows } = await client.query<{ made: number; rows: number; events: number }>(
      `select (${COUNT('xmin::text::bigint > $1::bigint')})::int as made, (${COUNT('true')})::int as rows,
         ${EVENTS} as events`,
      [mark.transaction],
    )
    const [now] = rows
    if (now === undefined) throw new Error('Postgres returned no row')
    return now.made + Math.max(0, mark.rows - now.rows) + now.events - mark.events
  })
