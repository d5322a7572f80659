import { type Database, prepared } from '@purple-sector/database'

/** Results as far as they are scored: what is not yet is in no reply. */
const LAST = `
select max(greatest(result.published_at, race.completed_at)) as at from sessions race
left join classifications result on result.race_id = race.race_id and result.revision = race.scored_revision
where race.weekend_id = any(`

const OF_WEEKENDS = `${LAST}:weekendIds::integer[])`
const OF_GROUP = `${LAST}array(select weekend_id from scopes where group_id = :groupId and not deleted))`

/**
 * When racing last changed what is told of weekends: a result, or the end of a race. Ask for it after what is told has been
 * read: a screen that holds back news may take them for newer than they are, never for older.
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
