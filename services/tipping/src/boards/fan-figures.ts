import type { GroupStanding } from '@purple-sector/contracts/tipping/http'
import type { FanFigures } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { COUNTING_RACES } from '../tips/tip-races.ts'
import { type Board, boardReadModel } from './board-read-model.ts'
import { groupStandings } from './group-standings.ts'
import { lastResultChange } from './last-result-change-sql.ts'
import { readForm } from './my-stats.ts'

type UserOfWeekend = { userId: string; weekendId: number }

/**
 * The race that locked last among those of the board with a result in force, and the points of the user's tip on it.
 */
const LATEST_RACE = `
with clock as materialized (
  select clock_timestamp() as now
), race as (
  select races.* from clock cross join ${COUNTING_RACES({ scopeId: ':scopeId', weekendId: ':weekendId' })}
    and scored_revision is not null and scored_status <> 'cancelled'
  order by locks_at desc, race_id desc limit 1
)
select race.race_id as "raceId", race.name, race.category_id as "categoryId", race.scored_revision as revision,
  array_remove(array[result.first_car_id, result.second_car_id, result.third_car_id], null) as podium,
  (select revision.car_id from tips tip join tip_revisions revision on revision.tip_id = tip.id
    where tip.scope_id = :scopeId and tip.user_id = :userId and tip.category_id = race.category_id
      and revision.submitted_at < race.locks_at
    order by revision.submitted_at desc limit 1) as "tippedCarId",
  coalesce((select points from awards award where award.race_id = race.race_id and award.scope_id = :scopeId
    and award.user_id = :userId and award.to_revision is null), 0) as points
from race join classifications result on result.race_id = race.race_id and result.revision = race.scored_revision`

const latestRace = async (sql: Transaction, board: Board, user: UserOfWeekend): Promise<FanFigures['latestRace']> => {
  const { rows } = await sql.raw<{ rows: NonNullable<FanFigures['latestRace']>[] }>(LATEST_RACE, { ...board, ...user })
  return rows[0] ?? null
}

const readOpenCompetition = async (
  sql: Transaction,
  user: UserOfWeekend,
): Promise<Omit<FanFigures, 'groups' | 'changedAt'>> => {
  const boards = boardReadModel(sql)
  const board = await boards.findOpen(user.weekendId)
  if (!board) return { participants: 0, standing: null, latestRace: null }
  const { total: participants, ownEntry } = await boards.head(board, user.userId)
  const standing = ownEntry && {
    position: ownEntry.position,
    isShared: ownEntry.tieBreak === 'shared',
    totalPoints: ownEntry.totalPoints ?? 0,
    positionChange: ownEntry.positionChange,
    picks: ownEntry.picks,
    tipsSubmitted: ownEntry.tipsSubmitted,
    ...(await readForm(sql, user.userId, user.weekendId)),
  }
  return { participants, standing, latestRace: await latestRace(sql, board, user) }
}

const visibleStanding = (standing: GroupStanding): FanFigures['groups'] => {
  const { groupId, position, shared: isShared, totalPoints, memberCount } = standing
  return totalPoints === null ? [] : [{ groupId, position, isShared, totalPoints, memberCount }]
}

/**
 * Reads the statistics of a weekend that a user may share: the user's row of each board, and the last race. Each board
 * is read from one snapshot.
 */
export const fanFigures = ({ database }: { database: Database }) => {
  const standings = groupStandings({ database })
  const lastChange = lastResultChange(database)
  return async (user: UserOfWeekend): Promise<FanFigures> => {
    const config = { isolationLevel: 'repeatable read', readOnly: true } as const
    const openCompetition = await database.transaction((sql) => readOpenCompetition(sql, user), config)
    const groups = (await standings(user, user.weekendId)).flatMap(visibleStanding)
    return {
      ...openCompetition,
      groups,
      changedAt: (await lastChange.ofWeekends([user.weekendId]))?.toISOString() ?? null,
    }
  }
}
