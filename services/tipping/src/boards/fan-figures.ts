import type { GroupStanding } from '@purple-sector/contracts/tipping/http'
import type { FanFigures } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { COUNTING_RACES } from '../tips/tip-races.ts'
import { type Board, boardReadModel } from './board-read-model.ts'
import { groupStandings } from './group-standings.ts'
import { lastRacingChange } from './last-racing-change.ts'
import { readForm } from './my-stats.ts'

type Fan = { userId: string; weekendId: number }

/** The race of the board that locked last among those with a result in force, and the points of the fan's tip in it. */
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

const latestRace = async (sql: Transaction, board: Board, fan: Fan): Promise<FanFigures['latestRace']> => {
  const { rows } = await sql.raw<{ rows: NonNullable<FanFigures['latestRace']>[] }>(LATEST_RACE, { ...board, ...fan })
  return rows[0] ?? null
}

const inOpenCompetition = async (sql: Transaction, fan: Fan): Promise<Omit<FanFigures, 'groups' | 'changedAt'>> => {
  const boards = boardReadModel(sql)
  const board = await boards.findOpen(fan.weekendId)
  if (!board) return { participants: 0, standing: null, latestRace: null }
  const { total: participants, own } = await boards.head(board, fan.userId)
  const standing = own && {
    position: own.position,
    isShared: own.tieBreak === 'shared',
    totalPoints: own.totalPoints ?? 0,
    positionChange: own.positionChange,
    picks: own.picks,
    tipsSubmitted: own.tipsSubmitted,
    ...(await readForm(sql, fan.userId, fan.weekendId)),
  }
  return { participants, standing, latestRace: await latestRace(sql, board, fan) }
}

const inGroup = (standing: GroupStanding): FanFigures['groups'] => {
  const { groupId, position, shared: isShared, totalPoints, memberCount } = standing
  return totalPoints === null ? [] : [{ groupId, position, isShared, totalPoints, memberCount }]
}

/**
 * Reads the figures that a fan may share of a weekend: their own row of each board, and the last race. Each board is
 * read from one snapshot.
 */
export const fanFigures = ({ database }: { database: Database }) => {
  const standings = groupStandings({ database })
  const racing = lastRacingChange(database)
  return async (fan: Fan): Promise<FanFigures> => {
    const config = { isolationLevel: 'repeatable read', readOnly: true } as const
    const open = await database.transaction((sql) => inOpenCompetition(sql, fan), config)
    const groups = (await standings(fan, fan.weekendId)).flatMap(inGroup)
    return { ...open, groups, changedAt: (await racing.ofWeekends([fan.weekendId]))?.toISOString() ?? null }
  }
}
