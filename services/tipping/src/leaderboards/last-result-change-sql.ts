import { type Database, prepared } from '@purple-sector/database'

/** Only scored results count: replies contain no others. */
const LAST_CHANGE = `
select max(greatest(result.published_at, race.completed_at)) as at from races race
left join classifications result on result.race_id = race.race_id and result.revision = race.scored_revision
where race.weekend_id = any(`

const OF_WEEKENDS = `${LAST_CHANGE}:weekendIds::integer[])`
const OF_GROUP = `${LAST_CHANGE}array(select weekend_id from scopes where group_id = :groupId and not deleted))`

/**
 * Reads when a result or the end of a race last changed the replies of weekends. Read it after the reply's data: a
 * spoiler delay may then treat the data as newer than it is, never as older.
 */
export const lastResultChange = (database: Database) => ({
  async ofWeekends(weekendIds: readonly number[]): Promise<Date | null> {
    const { rows } = await prepared<{ at: Date | null }>(database, 'last-result', OF_WEEKENDS, { weekendIds })
    return rows[0]?.at ?? null
  },

  async ofGroup(groupId: number): Promise<Date | null> {
    const { rows } = await prepared<{ at: Date | null }>(database, 'last-result-of-group', OF_GROUP, { groupId })
    return rows[0]?.at ?? null
  },
})
