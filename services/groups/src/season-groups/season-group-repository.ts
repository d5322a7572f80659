import type { Database, Transaction } from '@purple-sector/database'
import {
  CURRENT_WEEKEND,
  FIRST_SELECTION,
  FOLLOWED_SELECTION,
  HAS_LOCKED_RACE,
  LATER_ROUNDS,
  LIST_CHANGED_WEEKENDS,
  SESSIONS_OF_RACES,
} from './season-group-sql.ts'

/** A weekend with changes that its groups have not followed yet. */
export type ChangedWeekend = { id: number; seasonId: number | null; changes: string; readAt: Date }

/** The next `limit` groups after one of them, by id; 0 for the first ones. */
type Page = { after: number; limit: number }

const OPEN_ROUNDS = `
insert into group_weekends (group_id, weekend_id, selected_race_ids, followed_sessions)
select g.id, round.id, round.selection, g.followed_sessions
from groups g cross join lateral (
  select w.id, w.start_date, w.round, ${FIRST_SELECTION} as selection from ${LATER_ROUNDS}
) round
where g.id = any(:groupIds::integer[]) and g.season_id is not null
order by g.id, round.start_date, round.round
on conflict do nothing
returning group_id as id`

const SET_CURRENT = `
update groups g set weekend_id = current.id
from (
  select g.id as group_id, ${CURRENT_WEEKEND} as id
  from groups g where g.id = any(:groupIds::integer[])
) current
where g.id = current.group_id and g.season_id is not null and g.weekend_id is distinct from current.id
returning g.id`

const FOLLOW_SESSIONS = `
update group_weekends gw set selected_race_ids = ${FOLLOWED_SELECTION}
from groups g
where gw.weekend_id = :weekendId and gw.group_id = any(:groupIds::integer[]) and g.id = gw.group_id
  and gw.followed_sessions is not null and gw.selected_race_ids is distinct from ${FOLLOWED_SELECTION}
returning g.id`

/** What only season groups have: rounds that open, sessions that a new round selects, a current weekend. */
export const seasonGroupRepository = (sql: Database | Transaction) => {
  const idsOf = async (query: string, bindings: Record<string, number | number[]>): Promise<number[]> => {
    const { rows } = await sql.raw<{ rows: { id: number }[] }>(query, bindings)
    return [...new Set(rows.map(({ id }) => id))]
  }
  return {
    /** Notes the weekend from which on the group continues with later rounds. */
    async begin(groupId: number, weekendId: number): Promise<void> {
      await sql.raw(
        `update groups set first_weekend_id = w.id, first_start_date = w.start_date, first_round = w.round
         from weekends w where groups.id = ? and w.id = ?`,
        [groupId, weekendId],
      )
    },

    /** Notes the selection that new rounds follow; an empty one selects all. */
    async follow(groupId: number, raceIds: readonly number[]): Promise<void> {
      const { rows } = await sql.raw<{ rows: { sessions: string[] }[] }>(SESSIONS_OF_RACES, { raceIds: [...raceIds] })
      const followed = raceIds.length === 0 ? null : (rows[0]?.sessions ?? [])
      await sql('groups')
        .where({ id: groupId })
        .update({ followed_sessions: followed, followed_race_ids: [...raceIds] })
    },

    /** Opens every announced later round for locked season groups; returns those for which one was opened. */
    openRounds: (groupIds: number[]) => idsOf(OPEN_ROUNDS, { groupIds }),

    /** Sets the current weekend of locked season groups; returns those that have another one now. */
    setCurrent: (groupIds: number[]) => idsOf(SET_CURRENT, { groupIds }),

    /** Selects the sessions that locked groups follow in a weekend; returns those with another selection now. */
    followSessions: (groupIds: number[], weekendId: number) => idsOf(FOLLOW_SESSIONS, { groupIds, weekendId }),

    async hasLockedRace(groupId: number): Promise<boolean> {
      const { rows } = await sql.raw<{ rows: unknown[] }>(HAS_LOCKED_RACE, { groupId })
      return rows.length > 0
    },

    /** Locks the next groups of a season after the group `after`, by id, for which a round is not open yet. */
    selectUnopenedForUpdate: (seasonId: number, { after, limit }: Page) =>
      idsOf(
        `select g.id from groups g where g.season_id = :seasonId and g.id > :after and exists (
           select from (
             select w.id from ${LATER_ROUNDS}
           ) round where not exists (
             select from group_weekends gw where gw.group_id = g.id and gw.weekend_id = round.id
           )
         )
         order by g.id limit :limit for update of g`,
        { seasonId, after, limit },
      ),

    /**
     * Locks the next groups after the group `after`, by id, that another weekend than theirs is current for, or that follow
     * other sessions.
     */
    selectOutdatedForUpdate: (weekendId: number, { after, limit }: Page) =>
      idsOf(
        `select g.id from group_weekends gw join groups g on g.id = gw.group_id
         where gw.weekend_id = :weekendId and gw.group_id > :after and (
           (g.season_id is not null and g.weekend_id is distinct from ${CURRENT_WEEKEND})
           or (gw.followed_sessions is not null and gw.selected_race_ids is distinct from ${FOLLOWED_SELECTION})
         )
         order by gw.group_id limit :limit for update of g`,
        { weekendId, after, limit },
      ),

    /** Locks the next groups of a season, by id. */
    selectOfSeasonForUpdate: (seasonId: number, limit: number) =>
      idsOf('select id from groups where season_id = :seasonId order by id limit :limit for update', {
        seasonId,
        limit,
      }),

    /** Makes season groups groups of one weekend. */
    async leaveSeason(groupIds: readonly number[]): Promise<void> {
      await sql('groups').whereIn('id', groupIds).update({
        season_id: null,
        season_count_best: null,
        season_missed_weekend: null,
        season_late_joiners: null,
        has_season_started: false,
      })
    },

    async listChangedWeekends(): Promise<ChangedWeekend[]> {
      const { rows } = await sql.raw<{ rows: ChangedWeekend[] }>(LIST_CHANGED_WEEKENDS)
      return rows
    },

    /** Notes that the groups have followed a weekend's changes up to these; another process may have noted later ones. */
    async markFollowed({ id, changes, readAt }: ChangedWeekend): Promise<void> {
      await sql.raw(
        `update weekends set followed_changes = greatest(followed_changes, :changes),
           followed_at = greatest(followed_at, :readAt) where id = :id`,
        { id, changes, readAt },
      )
    },
  }
}
