import { type Database, prepared, type Transaction } from '@purple-sector/database'
import { type GroupInWeekend, IS_ASKED_FOR } from '../groups/own-group-sql.ts'

/** Only scored results count: replies contain no others. */
const LAST_CHANGE = `
select max(greatest(result.published_at, race.completed_at)) as at from races race
left join classifications result on result.race_id = race.race_id and result.revision = race.scored_revision
where race.weekend_id = any(`

const OF_WEEKENDS = `${LAST_CHANGE}:weekendIds::integer[])`
const OF_GROUP = `${LAST_CHANGE}array(
  select scope.weekend_id from scopes scope left join season_groups season on season.group_id = scope.group_id
  where scope.group_id = :groupId and not scope.deleted and ${IS_ASKED_FOR}
))`

/**
 * Reads when a result or the end of a race last changed the replies of weekends. Read it after the reply's data: a
 * spoiler delay may then treat the data as newer than it is, never as older.
 */
export const lastResultChange = (database: Database | Transaction) => ({
  async ofWeekends(weekendIds: readonly number[]): Promise<Date | null> {
    const { rows } = await prepared<{ at: Date | null }>(database, 'last-result', OF_WEEKENDS, { weekendIds })
    return rows[0]?.at ?? null
  },

  async ofGroup({ groupId, weekendId }: GroupInWeekend): Promise<Date | null> {
    const bindings = { groupId, weekendId: weekendId ?? null }
    const { rows } = await prepared<{ at: Date | null }>(database, 'last-result-of-group', OF_GROUP, bindings)
    return rows[0]?.at ?? null
  },
})
