import { seasonChanged } from '@purple-sector/contracts/weekends/events'
import type { CreateSeasonBody, PatchSeasonBody, RoundsBody, Season } from '@purple-sector/contracts/weekends/seasons'
import { databaseTime, type Transaction } from '@purple-sector/database'
import { markDeleted } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { conflict } from '@purple-sector/service-kit/errors'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import type { WeekendsDependencies } from '../dependencies.ts'
import { weekendNotFound } from '../weekends/lock-weekend.ts'
import { weekendRepository } from '../weekends/weekend-repository.ts'
import { publishSeason } from './publish-season.ts'
import {
  assertReasonGiven,
  assertRoundsChangeable,
  changedSeason,
  newSeason,
  roundsOf,
  type StoredSeason,
  seasonNotFound,
  seasonReply,
  seasonState,
} from './season.ts'
import { lockRounds, lockSeasons, seasonRepository } from './season-repository.ts'

type Dependencies = Pick<WeekendsDependencies, 'commit'>

/** Locks all seasons and reads one; 404 if there is none. */
export const lockSeason = async (sql: Transaction, id: number): Promise<StoredSeason> => {
  await lockSeasons(sql)
  const season = await seasonRepository(sql).find(id)
  if (!season) throw seasonNotFound()
  return season
}

/** Creates a season without weekends. Throws 409 `ANOTHER_SEASON_ACTIVE` for a second active one. */
export const createSeason =
  ({ commit }: Dependencies) =>
  (caller: Caller, body: CreateSeasonBody, writeMode: WriteMode): Promise<Season> =>
    commit(async (sql) => {
      const season = await seasonRepository(sql).insert(newSeason(body, await databaseTime(sql)))
      const published = await publishSeason(sql, { before: null, after: season }, { caller, action: 'season.created' })
      return { reply: seasonReply(season), published }
    }, writeMode)

/** Changes name, year, status or rules (docs/rules.md, Seasons). Values as they are in force change nothing. */
export const changeSeason =
  ({ commit }: Dependencies) =>
  (caller: Caller, id: number, body: PatchSeasonBody): Promise<Season> =>
    commit(async (sql) => {
      const before = await lockSeason(sql, id)
      const seasons = seasonRepository(sql)
      const locked = await seasons.lockedWeekends(id)
      const changed = changedSeason(before, body, { locked, now: await databaseTime(sql) })
      if (JSON.stringify(changed) === JSON.stringify(before)) return { reply: seasonReply(before) }
      const after = await seasons.update(changed)
      const published = await publishSeason(
        sql,
        { before, after },
        { caller, action: 'season.changed', reason: body.reason, locked },
      )
      return { reply: seasonReply(after), published }
    })

/** Throws 409 `SEASON_CHANGED` if the caller has read another version. */
export const assertVersion = ({ version }: StoredSeason, ifVersion: number | undefined): void => {
  if (ifVersion !== undefined && ifVersion !== version)
    throw conflict('SEASON_CHANGED', 'Another administrator has changed this season. Have a look at it first.')
}

const assertInNoOtherSeason = (seasons: readonly StoredSeason[], season: StoredSeason): void => {
  const own = new Set(season.weekends.map(({ weekendId }) => weekendId))
  const other = seasons.find(
    ({ id, weekends }) => id !== season.id && weekends.some(({ weekendId }) => own.has(weekendId)),
  )
  if (other)
    throw conflict('WEEKEND_IN_OTHER_SEASON', `One of these weekends is in "${other.name}". Take it out there first.`)
}

export type Rounds = { rounds: RoundsBody; reason: string | undefined; ifVersion: number | undefined }

/**
 * Sets the rounds of a season. Throws 404 `WEEKEND_NOT_FOUND`, and 409 `SEASON_CHANGED` for another version than
 * `ifVersion`, `WEEKEND_IN_OTHER_SEASON`, or `SEASON_STARTED` without a reason where one is needed.
 */
export const setSeasonWeekends =
  ({ commit }: Dependencies) =>
  (caller: Caller, id: number, { rounds, reason, ifVersion }: Rounds): Promise<Season> =>
    commit(async (sql) => {
      const before = await lockSeason(sql, id)
      const seasons = seasonRepository(sql)
      const changed: StoredSeason = { ...before, weekends: roundsOf(before.weekends, rounds) }
      await lockRounds(sql, [...before.weekends, ...changed.weekends])
      const known = new Set((await weekendRepository(sql).list()).map((weekend) => weekend.id))
      if (!changed.weekends.every(({ weekendId }) => known.has(weekendId))) throw weekendNotFound()
      assertVersion(before, ifVersion)
      assertInNoOtherSeason(await seasons.list(), changed)
      const locked = await seasons.lockedWeekends(id)
      assertRoundsChangeable(before.weekends, changed.weekends, locked, reason)
      if (JSON.stringify(changed) === JSON.stringify(before)) return { reply: seasonReply(before) }
      const after = await seasons.update(changed)
      await seasons.setRounds(id, after.weekends)
      const act = { caller, action: 'season.weekends-set', reason, locked }
      const published = await publishSeason(sql, { before, after }, act)
      return { reply: seasonReply(after), published }
    })

/** Deletes a season; its weekends stay. Throws 409 `SEASON_STARTED` without a reason after its first lock. */
export const deleteSeason =
  ({ commit }: Dependencies) =>
  (caller: Caller, id: number, reason: string | undefined): Promise<void> =>
    commit(async (sql) => {
      const before = await lockSeason(sql, id)
      const seasons = seasonRepository(sql)
      await lockRounds(sql, before.weekends)
      assertReasonGiven(await seasons.lockedWeekends(id), reason)
      await seasons.remove(id)
      await markDeleted(sql, seasonChanged.subject(seasonState(before)))
      const published = await publishSeason(sql, { before, after: null }, { caller, action: 'season.deleted', reason })
      return { reply: undefined, published }
    })
