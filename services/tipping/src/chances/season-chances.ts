import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { Chances } from '@purple-sector/contracts/tipping/seasons'
import type { Database } from '@purple-sector/database'
import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { committedTips } from '../picks/committed-tips.ts'
import { computeField, type Field, podiumsOf } from './podium-field.ts'
import { runInSlices } from './run-in-slices.ts'
import {
  type KnownTippers,
  type LoadedSeason,
  type SeasonEntrant,
  seasonChancesReadModel,
} from './season-chances-read-model.ts'
import { gainAtMost, highestTotal, isUnscheduled, seasonChancesByPoints, totalOf } from './season-competition.ts'
import { type LastOfSeason, seasonField, seasonMovers } from './season-podiums.ts'
import { STATE_TTL_MS } from './weekend-chances-read-model.ts'
import { type ChangedChances, chancesByPodiums, hasPodiums, lastRaceOf, NO_CHANCES } from './weekend-competition.ts'

const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const
const MAX_SEASONS = 500
const MAX_WEEKENDS = 5_000
const MAX_FIELD_BYTES = 32_000_000
const BYTES_OF_RANK = 4
const CANDIDATES_AT_ONCE = 500

/** Chances, and whose maximum they were compared with; `withHidden` for the admin of a group. */
type Reader = { userId: string; withHidden: boolean }

/**
 * Reads what participants of seasons can still reach (docs/rules.md, Seasons), each as they see it. The state of a
 * competition is shared for half a second, and what rivals reach for each podium is computed once for it.
 */
export const seasonChances = ({ database }: { database: Database }) => {
  const committedAfter = committedTips(database)
  const states = ttlCache<string, LoadedSeason>({ maxEntries: MAX_SEASONS, ttlMs: STATE_TTL_MS })
  const tippers: KnownTippers = ttlCache({ maxEntries: MAX_WEEKENDS })
  const fields = ttlCache<string, Field | undefined>({
    maxBytes: MAX_FIELD_BYTES,
    bytesOf: ({ best, third, roundWinner, missedValue }) =>
      BYTES_OF_RANK * (best.length + third.length + roundWinner.length + missedValue.length),
  })

  const load = (competition: SeasonScope): Promise<LoadedSeason> =>
    database.transaction((sql) => seasonChancesReadModel(sql, tippers).load(competition), SNAPSHOT)

  const rivalsOf = (season: LoadedSeason, { userId, withHidden }: Reader) =>
    season.best.filter((row) => row.userId !== userId && (withHidden || !row.isHidden))

  /** The highest maximum of a rival, or one that reaches `points`: further ones make no difference. */
  const rivalMaximumOf = async (
    competition: SeasonScope,
    season: LoadedSeason,
    { userId, withHidden, points }: Reader & { points: number },
  ): Promise<number | null> => {
    if (season.boardId === null) return null
    const readModel = seasonChancesReadModel(database, tippers)
    const least = points - gainAtMost(season)
    const userIds = (await readModel.candidates(season.boardId, { least, withHidden })).filter((id) => id !== userId)
    let highest: number | null = null
    for (let from = 0; from < userIds.length; from += CANDIDATES_AT_ONCE) {
      const batch = userIds.slice(from, from + CANDIDATES_AT_ONCE)
      const found = await readModel.participants(competition, season, { userIds: batch, onlyVisibleJokers: true })
      for (const rival of found.entrants) highest = Math.max(highest ?? 0, highestTotal(season, rival, 'rival'))
      if (highest !== null && highest >= points) return highest
    }
    return highest
  }

  /** The last race of the season with its round, if all its podiums can be counted. */
  const lastOf = (season: LoadedSeason): Omit<LastOfSeason, 'pools'> | undefined => {
    const race = lastRaceOf(season.rounds.flatMap(({ races }) => races))
    const round = season.rounds.findIndex(({ races }) => races.length > 0)
    const cars = season.weekends[round]?.cars ?? []
    if (!race || !season.isFresh || isUnscheduled(season) || !hasPodiums(cars.length)) return undefined
    const carIds = cars.map(({ carId }) => carId)
    const labels = cars.map(({ plate }) => `#${plate}`)
    return { state: season, round, race: { carIds, labels, points: race.points } }
  }

  const lastRaceId = (season: LoadedSeason, round: number): number => season.rounds[round]?.races[0]?.raceId ?? 0

  /** Undefined if the state is another one by now. */
  const readField = async (
    competition: SeasonScope,
    season: LoadedSeason,
    last: Omit<LastOfSeason, 'pools'>,
    withHidden: boolean,
  ): Promise<Field | undefined> => {
    const { round } = last
    const closedAt = season.weekends[round]?.races[0]?.picksClosedAt
    const { weekendId = 0 } = season.rounds[round] ?? {}
    if (closedAt) await committedAfter(weekendId, new Date(closedAt))
    return database.transaction(async (sql) => {
      const readModel = seasonChancesReadModel(sql, tippers)
      const present = await readModel.load(competition)
      const scopeId = present.scopeIds[round]
      if (present.key !== season.key || present.boardId === null || !scopeId) return undefined
      const visible = present.best.filter(({ isHidden }) => withHidden || !isHidden)
      const third = visible[2]?.total
      const least = third === undefined ? 0 : third - gainAtMost(present)
      const userIds = await readModel.candidates(present.boardId, { least, withHidden })
      const complete = { ...last, pools: await readModel.tippersByCar({ scopeId, weekendId }) }
      const moverOf = seasonMovers(complete)
      const movers: ReturnType<typeof moverOf>[] = []
      for (let from = 0; from < userIds.length; from += CANDIDATES_AT_ONCE) {
        const batch = { userIds: userIds.slice(from, from + CANDIDATES_AT_ONCE), onlyVisibleJokers: true }
        const { entrants } = await readModel.participants(competition, present, batch)
        for (const rival of entrants) movers.push(moverOf({ ...rival, carId: rival.carOf(lastRaceId(season, round)) }))
      }
      return runInSlices(computeField(seasonField(complete, movers)))
    }, SNAPSHOT)
  }

  const byPoints = async (
    competition: SeasonScope,
    season: LoadedSeason,
    own: SeasonEntrant,
    reader: Reader,
  ): Promise<Chances> => {
    const points = totalOf(season, own)
    const rivalPoints = rivalsOf(season, reader)[0]?.total ?? null
    const leadsAlone = rivalPoints !== null && rivalPoints < points && !isUnscheduled(season)
    const maximum = leadsAlone ? await rivalMaximumOf(competition, season, { ...reader, points }) : null
    return seasonChancesByPoints(season, own, { points: rivalPoints, maximum })
  }

  /** Undefined if the state is another one by now. */
  const chancesOf = async (
    competition: SeasonScope,
    season: LoadedSeason,
    own: SeasonEntrant,
  ): Promise<Chances | undefined> => {
    const reader = { userId: own.userId, withHidden: own.userId === season.adminUserId }
    const last = lastOf(season)
    if (!last) return byPoints(competition, season, own, reader)
    const key = JSON.stringify([competition, reader.withHidden, season.key])
    const field = await fields.get(key, () => readField(competition, season, last, reader.withHidden))
    if (!field) return undefined
    const mover = seasonMovers({ ...last, pools: [] })({ ...own, carId: own.carOf(lastRaceId(season, last.round)) })
    return chancesByPodiums(highestTotal(season, own, 'own'), podiumsOf(field, mover), last.race, mover.car)
  }

  const read = async (
    competition: SeasonScope,
    userIds: readonly string[],
  ): Promise<{ found: Map<string, Chances>; changedAt: Date | null }> => {
    const stateKey = JSON.stringify(competition)
    const readModel = seasonChancesReadModel(database, tippers)
    for (;;) {
      const season = await states.get(stateKey, () => load(competition))
      const { versions, entrants } = await readModel.participants(competition, season, {
        userIds,
        onlyVisibleJokers: false,
      })
      const found = new Map(userIds.map((userId) => [userId, NO_CHANCES]))
      let isPresent = versions === season.versions
      for (const own of isPresent ? entrants : []) {
        const chances = await chancesOf(competition, season, own)
        if (chances) found.set(own.userId, chances)
        else isPresent = false
      }
      if (isPresent) return { found, changedAt: season.changedAt }
      states.invalidate(stateKey)
    }
  }

  return {
    /**
     * Returns the chances of these users in a season's competition, each as that user sees them; of who takes no part
     * `NO_CHANCES`. Access to a group is the caller's to check. Throws 404 for a season that does not exist.
     */
    of: async (competition: SeasonScope, userIds: readonly string[]): Promise<Map<string, Chances>> =>
      (await read(competition, userIds)).found,

    /** Returns the chances of one user as `of` does, and when a result last changed them. */
    async ofUser(competition: SeasonScope, userId: string): Promise<ChangedChances> {
      const { found, changedAt } = await read(competition, [userId])
      return { chances: found.get(userId) ?? NO_CHANCES, changedAt }
    },
  }
}

export type SeasonChances = ReturnType<typeof seasonChances>
