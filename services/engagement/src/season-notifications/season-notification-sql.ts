import type { seasonRoundCompleted } from '@purple-sector/contracts/tipping/events'
import { type Database, type Transaction, wakeAfterCommit } from '@purple-sector/database'
import type { z } from 'zod'
import { HAS_ACCOUNT } from '../notifications/notify-sql.ts'
import { counted, ordinal } from '../notifications/text-sql.ts'

export const roundCause = ({ seasonId, weekendId }: { seasonId: number; weekendId: number }): string =>
  `season-round/${seasonId}/${weekendId}`

/** Notifications of an earlier completion that are still to be withdrawn are written again. */
const NOTIFY_OF_ROUND = `
insert into notifications (user_id, weekend_id, type, title, message, link, cause)
select "userId", :weekendId, 'season',
  'You’re ' || case when shared then 'equal ' else '' end || ${ordinal('position')} || ' after round ' || :round,
  'You’re on ' || ${counted('"totalPoints"', 'point')} || ' in ' || :season || ' now that ' || :weekend || ' is over.'
    || case when "positionChange" > 0 then ' That’s up ' || ${counted('"positionChange"', 'place')} || '.'
      when "positionChange" < 0 then ' That’s down ' || ${counted('-"positionChange"', 'place')} || '.' else '' end,
  '/season', :cause
from json_to_recordset(:standings::json) as standing ("userId" text, position integer, shared boolean,
  "totalPoints" integer, "positionChange" integer)
where ${HAS_ACCOUNT('"userId"')}
order by "userId"
on conflict (user_id, cause) do update set title = excluded.title, message = excluded.message, created_at = now(),
  read_at = null, seen_at = null, published_at = null`

/** Notifies participants of where they stand after a completed round. `season` and `weekend` are names in a sentence. */
export const notifyOfRound = async (
  sql: Transaction,
  { standings, seasonId, weekendId, ...texts }: z.infer<typeof seasonRoundCompleted.data>,
): Promise<void> => {
  const cause = roundCause({ seasonId, weekendId })
  await sql('notification_withdrawals').where({ cause }).delete()
  await sql.raw(NOTIFY_OF_ROUND, {
    weekendId,
    cause,
    standings: JSON.stringify(standings),
    ...{ round: String(texts.round), season: texts.season, weekend: texts.weekend },
  })
  wakeAfterCommit(sql, 'tasks')
}

/** SQL: whether notifications are to be withdrawn. */
export const DUE_WITHDRAWALS = 'select from notification_withdrawals'

/** Notifications per transaction, each of which is an event. */
const BATCH_SIZE = 1_000

const WITHDRAW_BATCH = `
delete from notifications where id = any(array(
  select id from notifications where weekend_id = :weekendId and cause = :cause order by id limit ${BATCH_SIZE}
)) returning user_id`

/** Notifications to withdraw, by cause. */
export const withdrawals = (sql: Database | Transaction) => ({
  async add(cause: string, weekendId: number): Promise<void> {
    await sql('notification_withdrawals').insert({ cause, weekend_id: weekendId }).onConflict('cause').ignore()
  },

  list: (): Promise<{ cause: string }[]> => sql('notification_withdrawals').orderBy('cause').select('cause'),

  /** Deletes a batch and returns its recipients; the withdrawal ends with the last batch. Undefined if it has ended. */
  async deleteBatch(cause: string): Promise<Set<string> | undefined> {
    const withdrawal = await sql('notification_withdrawals').where({ cause }).forUpdate().first('weekend_id')
    if (!withdrawal) return undefined
    const bindings = { cause, weekendId: withdrawal.weekend_id }
    const { rows } = await sql.raw<{ rows: { user_id: string }[] }>(WITHDRAW_BATCH, bindings)
    if (rows.length < BATCH_SIZE) await sql('notification_withdrawals').where({ cause }).delete()
    return new Set(rows.map(({ user_id }) => user_id))
  },
})

const TIPPERS = `
select user_id, '/season' as link from tips where weekend_id = any(:weekendIds::integer[]) and group_id is null`

const MEMBERS = `
select member.user_id, '/groups' as link from groups join memberships member on member.group_id = groups.id
where groups.season_id = :seasonId`

/**
 * Recipients with a tip in the open competition of one of these weekends, and, with a `seasonId`, the members of its season
 * groups; one row per user: SQL for `notifyMany`. Who is both gets the link of the open season.
 */
export const participantsOfSeason = (weekendIds: readonly number[], seasonId: number | null) => ({
  text: `select user_id, max(link) as link from (${TIPPERS} union all ${MEMBERS}) participant group by user_id`,
  bindings: { weekendIds, seasonId },
})
