import { type Database, prepared } from '@purple-sector/database'

/** Only scored results count: replies contain no others. */
const LAST = `
select max(greatest(result.published_at, race.completed_at)) as at from races race
left join classifications result on result.race_id = race.race_id and result.revision = race.scored_revision
where race.weekend_id = any(`

const OF_WEEKENDS = `${LAST}:weekendIds::integer[])`
const OF_GROUP = `${LAST}array(select weekend_id from scopes where group_id = :groupId and not deleted))`

/**
 * Reads when racing last changed what replies of weekends contain: a result, or the end of a race. Read it after the
 * reply's data: a spoiler delay may then take the data for newer than it is, never for older.
 */
export const lastRacingChange = (database: Database) => ({
  async ofWeekends(weekendIds: readonly number[]): Promise<Date | null> {
    const { rows } = await prepared<{ at: Date | null }>(database, 'last-racing', OF_WEEKENDS, { weekendIds })
    return rows[0]?.at ?? null
  },

  async ofGroup(groupId: number): Promise<Date | null> {
    const { rows } = await prepared<{ at: Date | null }>(database, 'last-racing-of-group', OF_GROUP, { groupId })
    return rows[0]?.at ?? null
  },
})
