import { MAX_INVITATIONS_AN_HOUR } from '@purple-sector/contracts/groups/http'
import type { Database } from '@purple-sector/database'
import { tooMany } from '@purple-sector/service-kit/errors'

const WITHIN_THE_HOUR = `from unnest(sent.times) as at where at > now() - interval '1 hour'`

const COUNT = `
insert into invitations_sent as sent (user_id, times) values (:userId, array[now()])
on conflict (user_id) do update set times = array(select at ${WITHIN_THE_HOUR} order by at) || now()
where (select count(*) ${WITHIN_THE_HOUR}) < :max
returning user_id`

const WAIT = `
select ceil(extract(epoch from (select min(at) ${WITHIN_THE_HOUR}) + interval '1 hour' - now()))::integer as seconds
from invitations_sent sent where user_id = :userId`

/**
 * Counts an invitation of a user; throws 429 above the limit of an hour. Runs first and in its own transaction, so that
 * rejected invitations count too: otherwise a user could probe which addresses are in a group.
 */
export const countInvitation = async (database: Database, userId: string): Promise<void> => {
  const { rows: countedRows } = await database.raw<{ rows: unknown[] }>(COUNT, { userId, max: MAX_INVITATIONS_AN_HOUR })
  if (countedRows.length > 0) return
  const { rows } = await database.raw<{ rows: { seconds: number | null }[] }>(WAIT, { userId })
  throw tooMany('You’ve invited a lot of people. Please wait a while.', Math.max(1, rows[0]?.seconds ?? 1))
}
