import { seasonChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { type Database, openDatabase } from '@purple-sector/database'
import { aSeason, aWeekend, hoursFromNow } from '@purple-sector/testing/builders'
import type { BenchDatabase } from '../database/bench-postgres.ts'
import { waitFor } from '../wait-for.ts'
import { firstResult, publishResult, WEEKEND_ID, warmUp } from './scoring-game.ts'
import { startTipping, type TippingRun, tippingAccessOf } from './tipping-run.ts'

const SEASON_ID = 1
const ROUNDS = 14
/** Weekends before the one that is scored. */
const EARLIER_IDS = Array.from({ length: ROUNDS - 1 }, (_, index) => 101 + index)

const POINTS = `abs(hashtext(scope.weekend_id || '/' || s.user_id)) % 6`

/*
 * What earlier rounds have left: leaderboards of the same participants, with a tip of each, and points of one race. The
 * groups of the scored weekend are season groups from the first round on.
 */
const EARLIER_ROUNDS = [
  `insert into scopes (weekend_id, group_id, admin_user_id, name, version, result_version, scored_races, had_positions,
     participants, changed_at)
   select w.id, scope.group_id, scope.admin_user_id, scope.name, 1, 1, 1, true, scope.participants, now() - interval '1 day'
   from scopes scope cross join unnest(:earlierIds::int[]) w (id)
   where scope.weekend_id = :weekendId and scope.group_id is not null order by w.id, scope.group_id`,
  `update scopes set version = 1, result_version = 1, scored_races = 1, had_positions = true,
     participants = present.participants, changed_at = now() - interval '1 day'
   from scopes present where present.weekend_id = :weekendId and present.group_id is null
     and scopes.weekend_id = any(:earlierIds::int[]) and scopes.group_id is null`,
  `insert into scope_rules (scope_id, in_force_from) select id, '-infinity' from scopes
   where weekend_id = any(:earlierIds::int[]) and group_id is not null`,
  `insert into memberships (scope_id, user_id, joined_at, approved_at, published_joined_at)
   select scope.id, m.user_id, m.joined_at - interval '200 days', m.joined_at - interval '200 days', m.published_joined_at
   from scopes scope join scopes present on present.group_id = scope.group_id and present.weekend_id = :weekendId
   join memberships m on m.scope_id = present.id where scope.weekend_id = any(:earlierIds::int[]) order by scope.id`,
  `insert into tips (scope_id, user_id, membership_id, weekend_id, category_id, car_id, submitted_at)
   select scope_id, user_id, m.id, scope.weekend_id, 1, 1, now() - interval '2 days'
   from memberships m join scopes scope on scope.id = m.scope_id where scope.weekend_id = any(:earlierIds::int[])`,
  `insert into standings (scope_id, user_id, membership_id, sort_name, total, firsts, seconds, thirds, since_version,
     changed_version)
   select scope.id, s.user_id, m.id, s.sort_name, (array[50, 25, 15, 0, 0, 0])[1 + ${POINTS}], (${POINTS} = 0)::int,
     (${POINTS} = 1)::int, (${POINTS} = 2)::int, 1, 1
   from scopes scope
   join scopes present on present.group_id is not distinct from scope.group_id and present.weekend_id = :weekendId
   join standings s on s.scope_id = present.id
   left join memberships m on m.scope_id = scope.id and m.user_id = s.user_id
   where scope.weekend_id = any(:earlierIds::int[]) order by scope.id, s.user_id`,
  `insert into season_groups (group_id, weekend_id, all_season, season_id, missed_weekend, late_joiners)
   select group_id, :weekendId, true, :seasonId, 'zero', 'none' from scopes
   where weekend_id = :weekendId and group_id is not null`,
  `update published_memberships set weekend_id = null, began_at = now() - interval '200 days'`,
  `insert into seasons_to_refresh (season_id, group_id, is_full)
   select :seasonId::int, group_id, true from scopes where weekend_id = :weekendId`,
  'analyze scopes, scope_rules, memberships, tips, standings, season_groups, published_memberships',
]

const fillEarlierRounds = (database: Database): Promise<void> =>
  database.transaction(async (sql) => {
    await sql.raw(`set local work_mem = '256MB'`)
    const bindings = { seasonId: SEASON_ID, weekendId: WEEKEND_ID, earlierIds: EARLIER_IDS }
    for (const statement of EARLIER_ROUNDS) await sql.raw(statement, bindings)
  })

const waitUntilComputed = (run: TippingRun, pauseMs?: number): Promise<void> =>
  waitFor(
    'the season leaderboards',
    async () => (await run.database('seasons_to_refresh').first('season_id')) === undefined,
    1_200_000,
    pauseMs,
  )

/**
 * Makes the weekend of a scoring game the last of 14 rounds of a season, and its groups season groups; all participants
 * have tipped every round. Resolves when the season leaderboards are computed.
 */
export const addSeason = async (database: BenchDatabase): Promise<void> => {
  const run = await startTipping(tippingAccessOf(database))
  try {
    for (const [index, id] of EARLIER_IDS.entries()) {
      const startDate = hoursFromNow(-24 * 7 * (ROUNDS - index)).slice(0, 10)
      const weekend = aWeekend({ id, startDate, endDate: startDate, status: 'completed' })
      await run.publishEvent(weekendChanged, weekend)
    }
    const weekendIds = [...EARLIER_IDS, WEEKEND_ID]
    await waitFor(
      'the weekends',
      async () => (await run.database('weekends').whereIn('id', weekendIds)).length === ROUNDS,
    )
    await fillEarlierRounds(run.database)
    await run.publishEvent(seasonChanged, aSeason({ id: SEASON_ID, weekendIds, countBest: 12 }))
    await waitFor('the season', async () => (await run.database('season_rounds')).length === ROUNDS)
    await waitUntilComputed(run)
  } finally {
    await run.stop()
  }
  const admin = openDatabase({ url: database.adminUrl, schema: 'tipping', maxConnections: 1 })
  await admin.raw('vacuum (analyze)').finally(() => admin.destroy())
}

/**
 * Milliseconds from a result: until the weekend's boards were committed, and the last group's; until the open season
 * leaderboard was, and the last one of a group.
 */
export type SeasonTimes = { board: number; published: number; openSeason: number; seasons: number }

const OPEN_MARK = { season_id: SEASON_ID, group_id: null }

/** Scores a race by its event, in a season. */
export const scoreInSeason = async (database: BenchDatabase): Promise<SeasonTimes> => {
  const run = await startTipping(tippingAccessOf(database))
  try {
    await warmUp(run)
    const versionOf = async (): Promise<number> =>
      Number((await run.database('season_boards').where(OPEN_MARK).first('version')).version)
    const before = await versionOf()
    const startedAt = performance.now()
    const scored = publishResult(run, firstResult)
    const isOpenUpdated = async () => (await versionOf()) > before
    const open = waitFor('the open season', isOpenUpdated, 300_000, 10).then(() => performance.now() - startedAt)
    const { board, published } = await scored
    const openSeason = await open
    await waitUntilComputed(run, 10)
    return { board, published, openSeason, seasons: performance.now() - startedAt }
  } finally {
    await run.stop()
  }
}
