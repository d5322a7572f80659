import type { SessionIdentity } from '@purple-sector/contracts/identity/http'
import type { Database } from '@purple-sector/database'
import type { Administrators } from '../accounts/account.ts'

type Row = Omit<SessionIdentity, 'expiresAt'> & { expiresAt: Date }

/**
 * Resolves sessions and extends them: 30 days after the last use, 12 hours for administrators.
 * The last use is written at most once an hour, so that most reads write nothing; a row that another gateway is
 * updating is skipped.
 */
const RESOLVE = `
with known as (
  select s.id, s.hash, s.user_id, s.last_seen_at, u.username, u.first_name, u.last_name, u.theme,
    (u.email_verified_at is not null and lower(u.email) = any(:administrators)) as is_admin
  from sessions s join users u on u.id = s.user_id
  where s.hash = any(:hashes)
), valid as (
  select *, case when is_admin then interval '12 hours' else interval '30 days' end as life
  from known
  where last_seen_at > now() - case when is_admin then interval '12 hours' else interval '30 days' end
), seen as (
  update sessions set last_seen_at = now()
  where id in (
    select s.id from sessions s join valid v on v.id = s.id
    where s.last_seen_at < now() - interval '1 hour' for update of s skip locked
  )
  returning id, last_seen_at
)
select v.hash, v.id as "sessionId", v.user_id as "userId", v.username, v.first_name as "firstName",
  v.last_name as "lastName", v.is_admin as "isAdmin", v.theme,
  coalesce(seen.last_seen_at, v.last_seen_at) + v.life as "expiresAt"
from valid v left join seen on seen.id = v.id`

/** Returns the users of the sessions with these hashes; expired and unknown ones are omitted. */
export const resolveSessions =
  ({ database, administrators }: { database: Database; administrators: Administrators }) =>
  async (hashes: readonly string[]): Promise<SessionIdentity[]> => {
    if (hashes.length === 0) return []
    const { rows } = await database.raw<{ rows: Row[] }>(RESOLVE, {
      administrators: [...administrators],
      hashes: [...hashes],
    })
    return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }))
  }
