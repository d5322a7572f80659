import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Chances } from '@purple-sector/contracts/tipping/seasons'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { notFound } from '@purple-sector/service-kit/errors'
import { findOwnGroup } from '../groups/own-group-sql.ts'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { committedTips } from '../picks/committed-tips.ts'
import { computeField, type Field, podiumsOf } from './podium-field.ts'
import { runInSlices } from './run-in-slices.ts'
import {
  type OwnChances,
  STATE_TTL_MS,
  type StateWithBest,
  type WeekendCompetition,
  type WeekendState,
  weekendChancesReadModel,
} from './weekend-chances-read-model.ts'
import {
  type ChangedChances,
  chancesByPodiums,
  chancesByPoints,
  hasPodiums,
  type LastRace,
  lastRaceOf,
  maxReachable,
  NO_CHANCES,
  weekendField,
  weekendParticipant,
} from './weekend-competition.ts'

/** Of all fields together: a field of 60 cars has 1.6 MB, one of 26 cars 0.1 MB. */
const MAX_FIELD_BYTES = 32_000_000
/** Chances of participants with the same points, picks and car. */
const MAX_CLASSES = 10_000
const MAX_SCOPES = 5_000
const BYTES_OF_RANK = 4

/** A state of a competition with when a result last changed it, read after it. */
type LoadedWeekend = StateWithBest & { scopeId: number; changedAt: Date | null }
type OfLastRace = { state: WeekendState; own: OwnChances; race: LastRace; raceId: number }

const NONE: ChangedChances = { chances: NO_CHANCES, changedAt: null }

/**
 * Reads what a fan can still reach in a weekend (docs/rules.md, Seasons). The state of a competition is shared for half a
 * second. What rivals reach for each podium is computed once for it, and the chances once for all participants with the
 * same points, picks and car; simultaneous callers share both.
 */
export const readWeekendChances = ({ database }: { database: Database }) => {
  const leaderboards = leaderboardReadModel(database)
  const readModel = weekendChancesReadModel(database)
  const lastChange = lastResultChange(database)
  const committedAfter = committedTips(database)
  const fields = ttlCache<string, Field | undefined>({
    maxBytes: MAX_FIELD_BYTES,
    bytesOf: ({ best, third }) => BYTES_OF_RANK * (best.length + third.length),
  })
  const classes = ttlCache<string, Chances>({ maxEntries: MAX_CLASSES })
  const states = ttlCache<string, LoadedWeekend | undefined>({ maxEntries: MAX_SCOPES, ttlMs: STATE_TTL_MS })

  /** Undefined if there is no such scope. */
  const load = async (scope: WeekendScope): Promise<LoadedWeekend | undefined> => {
    const { weekendId } = scope
    const leaderboard = await leaderboards.find(scope)
    if (!leaderboard) return undefined
    const { scopeId } = leaderboard
    const state = await readModel.stateWithBest({ scopeId, weekendId })
    return state && { ...state, scopeId, changedAt: await lastChange.ofWeekends([weekendId]) }
  }

  /** Undefined if the state is another one by now. */
  const readField = async (
    competition: WeekendCompetition,
    state: WeekendState,
    race: LastRace,
  ): Promise<Field | undefined> => {
    const closedAt = state.races[0]?.picksClosedAt
    if (closedAt) await committedAfter(competition.weekendId, new Date(closedAt))
    const found = await readModel.rivals(competition)
    if (found?.state.key !== state.key) return undefined
    return runInSlices(computeField(weekendField(found.rivals, race)))
  }

  const byPodiums = async (
    competition: WeekendCompetition,
    { state, own, race, raceId }: OfLastRace,
  ): Promise<Chances | undefined> => {
    const key = JSON.stringify([competition.scopeId, competition.withHidden, state.key])
    const tipper = { order: own.order, carId: own.carOf(raceId) }
    const field = await fields.get(key, () => readField(competition, state, race))
    if (!field) return undefined
    return classes.get(JSON.stringify([key, tipper]), async () => {
      const participant = weekendParticipant(tipper, race)
      const podiums = podiumsOf(field, participant)
      return chancesByPodiums(maxReachable(own, state.races), podiums, race, participant.car)
    })
  }

  const byPoints = async (
    competition: WeekendCompetition,
    userId: string,
    { state, own }: { state: LoadedWeekend; own: OwnChances },
  ): Promise<Chances> => {
    const points = own.order[0]
    const rivals = state.best.filter((each) => each.userId !== userId && (competition.withHidden || !each.isHidden))
    const rivalPoints = rivals[0]?.points ?? null
    const leadsAlone = rivalPoints !== null && rivalPoints < points
    const maximum = leadsAlone ? await readModel.rivalMaximum(competition, { userId, points }) : null
    return chancesByPoints(own, { points: rivalPoints, maximum }, state.races)
  }

  /** Undefined if the state is another one by now. */
  const chancesIn = async (
    state: LoadedWeekend,
    own: OwnChances,
    reader: { userId: string; weekendId: number },
  ): Promise<Chances | undefined> => {
    const { userId, weekendId } = reader
    const competition = { scopeId: state.scopeId, weekendId, withHidden: state.adminUserId === userId }
    const last = lastRaceOf(state.races)
    if (!last || !hasPodiums(state.cars.length)) return byPoints(competition, userId, { state, own })
    const carIds = state.cars.map(({ carId }) => carId)
    const labels = state.cars.map(({ plate }) => `#${plate}`)
    const race = { carIds, labels, points: last.points }
    return byPodiums(competition, { state, own, race, raceId: last.raceId })
  }

  /** Chances in a scope without further checks of who reads them; undefined if there is no such scope. */
  const ofScope = async (scope: WeekendScope, userId: string): Promise<ChangedChances | undefined> => {
    const { weekendId } = scope
    const stateKey = JSON.stringify(scope)
    for (;;) {
      const state = await states.get(stateKey, () => load(scope))
      const found = state && (await readModel.ofParticipant(state, userId))
      if (!found) return undefined
      const { version, own } = found
      if (version === state.version) {
        const chances = own ? await chancesIn(state, own, { userId, weekendId }) : NO_CHANCES
        if (chances) return { chances, changedAt: state.changedAt }
      }
      states.invalidate(stateKey)
    }
  }

  return {
    /** In the open competition; without a part in it for an unknown weekend. */
    ofWeekend: async ({ userId }: Caller, weekendId: number): Promise<ChangedChances> =>
      (await ofScope({ weekendId, groupId: null }, userId)) ?? NONE,

    /** In a group of the caller; throws 404 for others, and for a weekend of which the group has no competition. */
    async ofGroup(caller: Caller, groupId: number, weekendId: number): Promise<ChangedChances> {
      await findOwnGroup(database, caller, { groupId, weekendId })
      const found = await ofScope({ weekendId, groupId }, caller.userId)
      if (!found) throw notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend in this group.')
      return found
    },
  }
}
