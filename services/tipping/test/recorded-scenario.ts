import { type Database, databaseTime } from '@purple-sector/database'
import { JOIN_AWARDS_OF } from '../src/scoring/award-ledger-sql.ts'
import type { Award, RecordedRace, RecordedScenario, RecordedScope } from './recompute.ts'

type RulesRow = {
  selected_race_ids: number[]
  use_custom_points: boolean
  custom_points: RecordedScope['rules'][number]['rules']['customPoints']
  hide_points_until_approved: boolean
  prevent_points_until_approved: boolean
  lock_tips_after_first_event: boolean
  from: Date | null
}

type TipRow = Omit<RecordedScope['tips'][number], 'revisions'> & { revisions: { at: string; carId: number }[] }

const rulesOf = async (database: Database, scopeId: number): Promise<RecordedScope['rules']> => {
  const { rows } = await database.raw<{ rows: RulesRow[] }>(
    `select *, nullif(in_force_from, '-infinity') as from from scope_rules where scope_id = ? order by in_force_from`,
    [scopeId],
  )
  return rows.map((row) => ({
    inForceFrom: row.from,
    rules: {
      selectedRaceIds: row.selected_race_ids,
      useCustomPoints: row.use_custom_points,
      customPoints: row.custom_points,
      hidePointsUntilApproved: row.hide_points_until_approved,
      preventPointsUntilApproved: row.prevent_points_until_approved,
      lockTipsAfterFirstEvent: row.lock_tips_after_first_event,
    },
  }))
}

type ScopeRow = { id: number; group_id: number | null; admin_user_id: string | null }

type MembershipRow = { id: number; user_id: string; joined_at: Date; approved_at: Date | null; left_at: Date | null }

/** Since when a weekend is completed, its races, and when accounts were deleted. */
type WeekendFacts = { completedSince: Date | null; races: RecordedRace[]; deleted: ReadonlyMap<string, Date> }

const scopeOf = async (
  database: Database,
  scope: ScopeRow,
  { completedSince, races, deleted }: WeekendFacts,
): Promise<RecordedScope> => {
  const memberships: MembershipRow[] = await database('memberships').where({ scope_id: scope.id })
  const season = await database('season_groups').where({ group_id: scope.group_id, all_season: true }).first()
  const endedWithAccount = ({ user_id, left_at }: MembershipRow): boolean => {
    const deletedAt = deleted.get(user_id)
    return left_at !== null && deletedAt !== undefined && left_at >= deletedAt
  }
  const hadStarted = (moment: Date): boolean =>
    races.some(({ sessionType, locksAt }) => sessionType !== 'practice' && locksAt !== null && locksAt <= moment)
  const stays = (row: MembershipRow): boolean => {
    const { left_at: leftAt } = row
    if (season === undefined || leftAt === null) return false
    return (completedSince !== null && leftAt >= completedSince) || (endedWithAccount(row) && hadStarted(leftAt))
  }
  const { rows: tips } = await database.raw(
    `select tip.user_id as "userId", tip.membership_id as "membershipId", tip.category_id as "categoryId",
       (select json_agg(json_build_object('at', submitted_at, 'carId', car_id) order by submitted_at)
        from tip_revisions where tip_id = tip.id) as revisions
     from tips tip where scope_id = ?`,
    [scope.id],
  )
  return {
    id: scope.id,
    isGroup: scope.group_id !== null,
    adminUserId: scope.admin_user_id,
    rules: await rulesOf(database, scope.id),
    memberships: memberships.map((row) => ({
      id: row.id,
      userId: row.user_id,
      joinedAt: row.joined_at,
      approvedAt: row.approved_at,
      leftAt: row.left_at,
      endedWithAccount: endedWithAccount(row),
      staysOnBoard: stays(row),
    })),
    tips: tips.map((tip: TipRow) => ({
      ...tip,
      revisions: tip.revisions.map(({ at, carId }) => ({ submittedAt: new Date(at), carId })),
    })),
  }
}

const racesOf = async (database: Database, weekendId: number): Promise<RecordedRace[]> => {
  const { rows } = await database.raw(
    `select s.*, c.status as result_status, c.first_car_id, c.second_car_id, c.third_car_id,
       exists (select from provisional_locks where race_id = s.race_id and fallback is null) as may_open_again
     from races s
     left join lateral (
       select * from classifications where race_id = s.race_id order by revision desc limit 1
     ) c on true
     where s.weekend_id = ? and not s.deleted order by race_id`,
    [weekendId],
  )
  return rows.map((row: Record<string, never>) => ({
    raceId: row.race_id,
    categoryId: row.category_id,
    sessionType: row.session_type,
    locksAt: row.locks_at,
    mayOpenAgain: row.may_open_again,
    points: { first: row.points_first, second: row.points_second, third: row.points_third },
    podium:
      row.result_status === null || row.result_status === 'cancelled'
        ? null
        : [row.first_car_id, row.second_car_id, row.third_car_id],
  }))
}

/**
 * Reads everything that a weekend's boards follow from, as tipping recorded it. Reads all rows, so it is only for tests
 * and tools. `completedSince` is when the weekend was completed, null while it is not: who left a season group later stays on
 * the board. `deleted` are moments just before accounts were deleted.
 */
export const readRecordedScenario = async (
  database: Database,
  weekendId: number,
  completedSince: Date | null = null,
  deleted: ReadonlyMap<string, Date> = new Map(),
): Promise<RecordedScenario> => {
  const scopes = await database('scopes').where({ weekend_id: weekendId, deleted: false }).orderBy('id')
  const users = await database('users').select('id', 'sort_name')
  const races = await racesOf(database, weekendId)
  return {
    races,
    scopes: await Promise.all(scopes.map((scope) => scopeOf(database, scope, { completedSince, races, deleted }))),
    now: await databaseTime(database),
    users: users.map(({ id, sort_name }) => ({ id, sortName: sort_name })),
  }
}

/** Awards in force, as the ledger stores them. */
export const storedAwards = async (database: Database, scopeId: number): Promise<Award[]> => {
  const { rows } = await database.raw<{ rows: Award[] }>(
    `select race_id as "raceId", user_id as "userId", membership_id as "membershipId", place, points
     from awards where scope_id = ? and to_revision is null`,
    [scopeId],
  )
  return rows
}

/** An award of the ledger: in force from one revision on, until another if it was closed or replaced. */
export type StoredAward = {
  scope_id: number
  user_id: string
  membership_id: number | null
  place: number
  points: number
  from_revision: number
  to_revision: number | null
}

/** Every award of a race that was ever in force, by the revisions that gave them. */
export const everyAward = async (database: Database, raceId: number): Promise<StoredAward[]> => {
  const { rows } = await database.raw<{ rows: StoredAward[] }>(
    `select award_row.scope_id, award_row.user_id, award.membership_id, award.place, award.points, award.from_revision,
       award.to_revision
     from awards award_row ${JOIN_AWARDS_OF('award_row')} where award_row.race_id = ?
     order by award.from_revision, award.place, award_row.scope_id, award_row.user_id, award.to_revision`,
    [raceId],
  )
  return rows
}
