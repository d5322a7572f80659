import { createHash } from 'node:crypto'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { TtlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { lastResultChange } from '../leaderboards/last-result-change-sql.ts'
import { isAfterDeletion, isOutsidePresence } from '../seasons/season-basis.ts'
import { seasonNotFound } from '../seasons/season-not-found.ts'
import type { SeasonRules, Tippers } from '../seasons/season-points.ts'
import {
  BOARD_OF_SEASON,
  CANDIDATES,
  PARTICIPANTS_OF_SEASON,
  ROUNDS_OF_SEASON,
  RULES_OF_SEASON,
  TIPPERS_OF_WEEKEND,
} from './season-chances-sql.ts'
import type { ParticipantRound, SeasonRound, SeasonState } from './season-competition.ts'
import type { RoundPool, SeasonTipper } from './season-podiums.ts'
import {
  carsInForce,
  lockedRaces,
  type WeekendCompetition,
  type WeekendState,
  weekendChancesReadModel,
} from './weekend-chances-read-model.ts'
import type { WeekendOrder } from './weekend-competition.ts'

type RulesRow = SeasonRules & Pick<SeasonState, 'jokers' | 'lateJoiners'> & { isDue: boolean }
type RoundRow = Omit<SeasonRound, 'races' | 'tippers' | 'isOver'> & {
  scopeId: number | null
  version: number
  adminUserId: string | null
  isIncluded: boolean
  now: string
}
type Best = { userId: string; total: number; isHidden: boolean }
type BasisRound = { weekendId: number; version: number }
type BoardRow = {
  boardId: number
  version: number
  basis: { rules: SeasonRules; rounds: BasisRound[] } | null
  best: Best[]
}

/**
 * What the chances of a season follow from. `key` differs for every other state, `versions` for other leaderboards of the
 * season and its rounds. `isFresh` says that the stored season leaderboard has all of them, and the group's present members.
 */
export type LoadedSeason = SeasonState & {
  key: string
  versions: string
  isFresh: boolean
  adminUserId: string | null
  scopeIds: readonly (number | null)[]
  weekends: readonly (WeekendState | null)[]
  boardId: number | null
  best: readonly Best[]
  /** When a result last changed any of it. */
  changedAt: Date | null
  /** The weekends of the season, of which a group's rounds may be some, whose jokers all fans may see. */
  visibleJokers: readonly number[]
}

type ParticipantRow = {
  userId: string
  standings: [number, number, number, number, number, boolean, boolean][]
  tips: Record<string, number>
  jokers: number[]
  beganAt: string | null
  deletedAt: string | null
}

/** A participant of a season: of a group each member, of the open competition each fan with a standing in a round. */
export type SeasonEntrant = SeasonTipper & { userId: string; carOf(raceId: number): number | null }

/** Users for whom a plan is kept; for more, the planner has to know their number. */
const FEW_USERS = 20

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

const entrantOf = (row: ParticipantRow, { rounds }: LoadedSeason): SeasonEntrant => {
  const { racesWithCar, carOf } = carsInForce(row.tips)
  const standings = new Map(row.standings.map((standing) => [standing[0], standing]))
  const presence = { beganAt: dateOf(row.beganAt), deletedAt: dateOf(row.deletedAt) }
  return {
    userId: row.userId,
    isHidden: row.standings.some((standing) => standing[6]),
    carId: null,
    jokers: row.jokers,
    carOf,
    rounds: rounds.map((round, index): ParticipantRound => {
      const [, total = 0, firsts = 0, seconds = 0, thirds = 0, hasTip = false] = standings.get(index) ?? []
      const order: WeekendOrder | null = hasTip ? [total, firsts, seconds, thirds] : null
      const isOutside = isOutsidePresence(round, presence) || isAfterDeletion(round, presence)
      return { order, isBeforeJoining: order === null && isOutside, racesWithCar }
    }),
  }
}

const versionsOf = (board: BoardRow | undefined, rounds: readonly RoundRow[]): string =>
  [
    board?.version ?? 0,
    ...rounds.flatMap(({ scopeId, version }, index) => (scopeId === null ? [] : [`${index}@${version}`])),
  ].join(' ')

const NO_TIPPERS: Tippers = { count: 0, lowest: 0, sum: 0 }

/** Who tipped in weekends, by scope and version of their leaderboards. */
export type KnownTippers = Pick<TtlCache<string, Tippers>, 'get'>

/** Reads what the chances of a season follow from. */
export const seasonChancesReadModel = (sql: Database | Transaction, knownTippers: KnownTippers) => {
  const weekends = weekendChancesReadModel(sql)

  const tippersOf = async ({ scopeId, version }: Pick<RoundRow, 'scopeId' | 'version'>): Promise<Tippers> => {
    if (scopeId === null) return NO_TIPPERS
    const read = async (): Promise<Tippers> => {
      const { rows } = await sql.raw<{ rows: Tippers[] }>(TIPPERS_OF_WEEKEND, { scopeId })
      return rows[0] ?? NO_TIPPERS
    }
    return knownTippers.get(`${scopeId}@${version}`, read)
  }

  return {
    /** Reads the state of a competition; throws 404 for a season that does not exist. */
    async load({ seasonId, groupId }: SeasonScope): Promise<LoadedSeason> {
      const [season] = (await sql.raw<{ rows: RulesRow[] }>(RULES_OF_SEASON, { seasonId, groupId })).rows
      if (!season) throw seasonNotFound()
      const boards = await sql.raw<{ rows: BoardRow[] }>(BOARD_OF_SEASON, { seasonId, groupId })
      const [board] = boards.rows
      const { jokers, lateJoiners, isDue, countBest, missedWeekend } = season
      const rules = board?.basis?.rules ?? { countBest, missedWeekend }
      const found = (await sql.raw<{ rows: RoundRow[] }>(ROUNDS_OF_SEASON, { seasonId, groupId })).rows
      const included = found.filter(({ isIncluded }) => isIncluded)
      const states: (WeekendState | null)[] = []
      const rounds: (Omit<RoundRow, 'now'> & SeasonRound)[] = []
      for (const { now, ...row } of included) {
        const { scopeId, weekendId, lastLockAt } = row
        const state = scopeId === null ? undefined : await weekends.state({ scopeId, weekendId })
        const tippers = rules.missedWeekend === 'zero' ? NO_TIPPERS : await tippersOf(row)
        states.push(state ?? null)
        const isOver = lastLockAt !== null && Date.parse(lastLockAt) <= Date.parse(now)
        rounds.push({ ...row, tippers, isOver, races: state?.races ?? [] })
      }
      const basis = board?.basis?.rounds ?? []
      const versions = versionsOf(board, included)
      const visibleJokers = found.flatMap(({ weekendId, areJokersLocked }) => (areJokersLocked ? [weekendId] : []))
      const content = [rules, jokers, lateJoiners, rounds, board, visibleJokers, states.map((state) => state?.key)]
      return {
        ...{ rules, jokers, lateJoiners, isGroup: groupId !== null, rounds, versions, visibleJokers, weekends: states },
        key: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
        isFresh:
          !isDue &&
          included.every(
            ({ weekendId, version }) => basis.find((round) => round.weekendId === weekendId)?.version === version,
          ),
        adminUserId: rounds.find(({ adminUserId }) => adminUserId !== null)?.adminUserId ?? null,
        scopeIds: rounds.map(({ scopeId }) => scopeId),
        boardId: board?.boardId ?? null,
        best: board?.best ?? [],
        changedAt: await lastResultChange(sql).ofWeekends(found.map(({ weekendId }) => weekendId)),
      }
    },

    /** Reads participants; `versions` are those of their standings. With `onlyVisibleJokers` as others see them. */
    async participants(
      { seasonId, groupId }: SeasonScope,
      season: LoadedSeason,
      { userIds, onlyVisibleJokers }: { userIds: readonly string[]; onlyVisibleJokers: boolean },
    ): Promise<{ versions: string; entrants: SeasonEntrant[] }> {
      const races = season.weekends.flatMap((state, index) =>
        lockedRaces(state?.races ?? []).map((race) => ({ ...race, scope_id: season.scopeIds[index] })),
      )
      const kind = groupId === null ? 'open' : 'group'
      const bindings = {
        ...{ seasonId, scopeIds: season.scopeIds, userIds, races: JSON.stringify(races) },
        ...(groupId !== null && { groupId }),
        visibleJokers: onlyVisibleJokers ? season.visibleJokers : null,
      }
      type Row = { versions: string; participants: ParticipantRow[] }
      const { rows } =
        userIds.length <= FEW_USERS
          ? await prepared<Row>(sql, `chances-season-participants-${kind}`, PARTICIPANTS_OF_SEASON[kind], bindings)
          : await sql.raw<{ rows: Row[] }>(PARTICIPANTS_OF_SEASON[kind], bindings)
      const { versions, participants } = rows[0] ?? { versions: '', participants: [] }
      const entrants = participants.filter(({ standings }) => groupId !== null || standings.length > 0)
      return { versions, entrants: entrants.map((row) => entrantOf(row, season)) }
    },

    /** Returns the users on the stored leaderboard with at least so many points, best first. */
    async candidates(
      boardId: number,
      { least, withHidden }: { least: number; withHidden: boolean },
    ): Promise<string[]> {
      const { rows } = await sql.raw<{ rows: { userId: string }[] }>(CANDIDATES, { boardId, least, withHidden })
      return rows.map(({ userId }) => userId)
    },

    /** Reads all who tipped in the weekend of the last race, by car. */
    tippersByCar: (competition: Pick<WeekendCompetition, 'scopeId' | 'weekendId'>): Promise<RoundPool[]> =>
      weekends.tippersByCar(competition),
  }
}
