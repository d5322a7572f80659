import type { ExportParts } from '@purple-sector/service-kit/http/export-route'

/** SQL: the actions of a user as an administrator. */
const ADMIN_ACTIONS = `
select at, actor_username as "username", action, subject_type as "subjectType", subject_id as "subjectId", before, after
from audit_entries where actor_id = :userId order by id`

const RESULTS = `
select race_id as "raceId", revision, status, reason, published_at as "publishedAt"
from result_revisions where published_by = :userId order by published_at, race_id, revision`

/** What the export contains: each part with its statement. */
export const exportParts: ExportParts = { acts: ADMIN_ACTIONS, results: RESULTS }
