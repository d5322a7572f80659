import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { BenchDatabase } from '../database/bench-postgres.ts'
import { firstResult, RACE_ID, WARM_UP, WEEKEND_ID } from './scoring-game.ts'

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const statements = read('s1-baseline.sql')
const recomputeOf = (weekendId: number): string => statements.replaceAll(':weekendId', String(weekendId))
const TABLES = read('s1-baseline-tables.sql')

export const connected = async <T>(database: BenchDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: database.urlOf('tipping') })
  await client.connect()
  try {
    await client.query('set search_path to tipping')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the baseline's tables in the database that is copied for each measurement. */
export const prepareBaseline = (database: BenchDatabase): Promise<void> =>
  connected(database, async (client) => {
    await client.query(TABLES)
    await client.query('vacuum (analyze) recomputed_standings')
  })

/** Warms up a connection, so that Postgres has cached the metadata of the tables. */
export const warmUpConnection = (client: pg.Client): Promise<unknown> => client.query(recomputeOf(WARM_UP.weekendId))

/**
 * Stores the first result as `on-result-published` does, without its other effects.
 * The recompute starts from it.
 */
export const storeResult = (client: pg.Client): Promise<unknown> => {
  const carOf = (position: number): number => firstResult.classification[position - 1]?.carId ?? 0
  return client.query(
    `insert into classifications (race_id, revision, weekend_id, status, published_at, first_car_id, second_car_id,
       third_car_id) values ($1, $2, $3, 'provisional', now(), $4, $5, $6) on conflict do nothing`,
    [RACE_ID, firstResult.revision, WEEKEND_ID, carOf(1), carOf(2), carOf(3)],
  )
}

/** Runs the recompute after a result; returns its milliseconds. */
export const recompute = (database: BenchDatabase): Promise<number> =>
  connected(database, async (client) => {
    await warmUpConnection(client)
    await storeResult(client)
    const startedAt = performance.now()
    await client.query(recomputeOf(WEEKEND_ID))
    return performance.now() - startedAt
  })

const DIFFERENCES = `
with awarded as (
  (select race_id, scope_id, user_id, membership_id, place::int, points from awards where to_revision is null
   except all select race_id, scope_id, user_id, membership_id, place::int, points from recomputed_awards)
  union all
  (select race_id, scope_id, user_id, membership_id, place::int, points from recomputed_awards
   except all select race_id, scope_id, user_id, membership_id, place::int, points from awards where to_revision is null)
), standing as (
  select s.user_id from standings s full join recomputed_standings r using (scope_id, user_id)
  left join standing_ranks rank on rank.scope_id = s.scope_id and not rank.is_previous
    and (rank.total, rank.firsts, rank.seconds, rank.thirds) = (s.total, s.firsts, s.seconds, s.thirds)
  left join scopes on scopes.id = s.scope_id
  where (s.total, s.firsts, s.seconds, s.thirds) is distinct from (r.total, r.firsts, r.seconds, r.thirds)
    or (scopes.group_id is null and rank.position is distinct from r.position)
)
select (select count(*)::int from awarded) + (select count(*)::int from standing) as differences`

/** Counts awards, totals and positions that differ between worker and recompute; must be 0. */
export const differences = async (database: BenchDatabase): Promise<number> => {
  await recompute(database)
  return connected(database, async (client) => {
    const { rows } = await client.query<{ differences: number }>(DIFFERENCES)
    return rows[0]?.differences ?? Number.NaN
  })
}
