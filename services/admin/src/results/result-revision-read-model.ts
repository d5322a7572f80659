import type { ResultRevision, RevisionsQuery } from '@purple-sector/contracts/admin/http'
import type { Database } from '@purple-sector/database'
import type { NamedRow, ResultStatus } from './result.ts'
import { changesBetween } from './result-changes.ts'

type Row = {
  revision: number
  status: ResultStatus
  reason: string | null
  classification: NamedRow[]
  published_at: Date
  published_by: string
  username: string | null
}

/** SQL: a publisher has the name of the audit log: administrators' own names stay there (ADR 19). */
const REVISIONS = `
select revised.*, line.actor_username as username
from (
  select revision, status, reason, classification, published_at, published_by from result_revisions
  where race_id = :raceId and revision < :before order by revision desc limit :limit
) revised
left join lateral (
  select actor_username from audit_entries
  where subject_type = 'race' and subject_id = :raceId::integer::text
    and action in ('result.published', 'result.corrected', 'result.withdrawn')
    and (after ->> 'revision')::integer = revised.revision
  limit 1
) line on true
order by revision desc`

const MAX_REVISION = 2_147_483_647

/** Lists the revisions of a result, newest first: publisher, time, reason and changes. */
export const resultRevisions =
  (database: Database) =>
  async (raceId: number, { limit, before = MAX_REVISION }: RevisionsQuery): Promise<ResultRevision[]> => {
    // One more than listed: the oldest one is compared with it.
    const bindings = { raceId, limit: limit + 1, before: Math.min(before, MAX_REVISION) }
    const { rows } = await database.raw<{ rows: Row[] }>(REVISIONS, bindings)
    return rows.slice(0, limit).map((row, index) => ({
      revision: row.revision,
      status: row.status,
      reason: row.reason,
      publishedAt: row.published_at.toISOString(),
      actor: { id: row.published_by, username: row.username },
      changes: changesBetween(rows[index + 1]?.classification ?? [], row.classification),
    }))
  }
