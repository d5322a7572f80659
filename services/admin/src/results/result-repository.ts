import type { resultPublished } from '@purple-sector/contracts/admin/events'
import type { ResultCar } from '@purple-sector/contracts/admin/http'
import type { Database, Transaction } from '@purple-sector/database'
import type { z } from 'zod'
import type { NamedRow, ResultStatus, Revision } from './result.ts'

type Row = {
  race_id: number
  weekend_id: number
  revision: number
  status: ResultStatus
  reason: string | null
  classification: NamedRow[]
  published_at: Date
  first_published_at: Date
}

const CURRENT = `
select distinct on (r.race_id) r.*, first.published_at as first_published_at
from result_revisions r join result_revisions first on first.race_id = r.race_id and first.revision = 1`

/** SQL: the first name that the race's revisions gave to each car, which it keeps. */
const NAMES = `
select distinct on ("carId") "carId" as car_id, car
from result_revisions r cross join jsonb_to_recordset(r.classification) as named ("carId" integer, car jsonb)
where r.race_id = ? order by "carId", r.revision`

const revisionOf = (row: Row): Revision => ({
  revision: row.revision,
  status: row.status,
  reason: row.reason,
  classification: row.classification,
  publishedAt: row.published_at,
  firstPublishedAt: row.first_published_at,
})

type ResultState = z.infer<typeof resultPublished.data>

/** Returns a result as its event carries it. */
export const resultState = (race: { id: number; weekendId: number }, revision: Revision): ResultState => ({
  ...revision,
  raceId: race.id,
  weekendId: race.weekendId,
  publishedAt: revision.publishedAt.toISOString(),
  firstPublishedAt: revision.firstPublishedAt.toISOString(),
  deleted: false,
})

export const resultRepository = (sql: Database | Transaction) => ({
  async current(raceId: number): Promise<Revision | undefined> {
    const { rows } = await sql.raw<{ rows: Row[] }>(
      `${CURRENT} where r.race_id = ? order by r.race_id, r.revision desc`,
      [raceId],
    )
    return rows[0] && revisionOf(rows[0])
  },

  /** Adds the next revision. The race row is locked, so `before` is the current one. */
  async add(
    race: { id: number; weekendId: number },
    { status, reason, classification }: Pick<Revision, 'status' | 'reason' | 'classification'>,
    { before, at, by }: { before: Revision | undefined; at: Date; by: string },
  ): Promise<Revision> {
    const revision = (before?.revision ?? 0) + 1
    await sql('result_revisions').insert({
      race_id: race.id,
      weekend_id: race.weekendId,
      revision,
      status,
      reason,
      classification: JSON.stringify(classification),
      published_at: at,
      published_by: by,
    })
    return {
      revision,
      status,
      reason,
      classification,
      publishedAt: at,
      firstPublishedAt: before?.firstPublishedAt ?? at,
    }
  },

  /** Finds the names of the cars in the race's earlier results. */
  async names(raceId: number): Promise<Map<number, ResultCar>> {
    const { rows } = await sql.raw<{ rows: { car_id: number; car: ResultCar }[] }>(NAMES, [raceId])
    return new Map(rows.map(({ car_id, car }) => [car_id, car]))
  },

  async removeAll(raceId: number): Promise<void> {
    await sql('result_revisions').where({ race_id: raceId }).delete()
  },

  /** Lists the current results of the races after `raceId`, as their events carry them. */
  async page(raceId: number, size: number): Promise<ResultState[]> {
    const { rows } = await sql.raw<{ rows: Row[] }>(
      `${CURRENT} where r.race_id > ? order by r.race_id, r.revision desc limit ?`,
      [raceId, size],
    )
    return rows.map((row) => resultState({ id: row.race_id, weekendId: row.weekend_id }, revisionOf(row)))
  },
})
