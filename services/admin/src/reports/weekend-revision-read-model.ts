import type { Database } from '@purple-sector/database'
import type { NamedRow } from '../results/result.ts'
import type { ReportedRevision } from './weekend-report.ts'

export type StoredRevision = ReportedRevision & { classification: NamedRow[] }

type Row = Omit<StoredRevision, 'publishedAt'> & { race_id: number; published_at: Date }

/** SQL: reads the rows of the last revision only; the report lists the others without their rows. */
const REVISIONS = `
select race_id, revision, status, reason, published_at,
  case when revision = max(revision) over (partition by race_id) then classification else '[]' end as classification
from result_revisions where weekend_id = ? order by race_id, revision`

/** Finds the published revisions of each race of the weekend, oldest first. */
export const weekendRevisions = async (
  database: Database,
  weekendId: number,
): Promise<Map<number, StoredRevision[]>> => {
  const { rows } = await database.raw<{ rows: Row[] }>(REVISIONS, [weekendId])
  const byRace = Map.groupBy(rows, ({ race_id }) => race_id)
  return new Map(
    [...byRace].map(([raceId, revisions]) => [
      raceId,
      revisions.map(({ race_id: _, published_at, ...revision }) => ({
        ...revision,
        publishedAt: published_at.toISOString(),
      })),
    ]),
  )
}
