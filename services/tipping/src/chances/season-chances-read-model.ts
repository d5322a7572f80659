import { createHash } from 'node:crypto'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { TtlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { seasonNotFound } from '../seasons/season-not-found.ts'
import { isShown, type SeasonRules, type Tippers } from '../seasons/season-points.ts'
import { findSeason } from '../seasons/season-repository.ts'
import {
  BOARD_OF_SEASON,
  CANDIDATES,
  PARTICIPANTS_OF_SEASON,
  ROUNDS_OF_SEASON,
  TIPPERS_OF_WEEKEND,
} from './season-chances-sql.ts'
import type { ParticipantRound, SeasonRound, SeasonState } from './season-competition.ts'
import type { RoundPool, SeasonTipper } from './season-podiums.ts'
import { type WeekendCompetition, type WeekendState, weekendChancesReadModel } from './weekend-chances-read-model.ts'
import type { WeekendOrder } from './weekend-competition.ts'

/** A season's competition: the open one (`groupId` null), or a group's. */
export type Competition = { seasonId: number; groupId: number | null }

type RoundRow = Omit<SeasonRound, 'races' | 'tippers'> & {
  scopeId: number | null
  version: number
  adminUserId: string | null
}
type Best = { userId: string; total: number; isHidden: boolean }
type BasisRound = { weekendId: number; isCompleted: boolean; hasResult: boolean; version: number }
type BoardRow = {
  boardId: number
  version: number
  basis: { rules: SeasonRules; rounds: BasisRound[] } | null
  best: Best[]
}

/**
 * What the chances of a season follow from. `key` differs for every other state, `versions` names the leaderboards of the
 * rounds. `isFresh` says that the stored season leaderboard has all of them.
 */
export type LoadedSeason = SeasonState & {
  key: string
  versions: string
  isFresh: boolean
  adminUserId: string | null
  scopeIds: readonly (number | null)[]
  weekends: readonly (WeekendState | null)[]
  boardId: number | null
  /** Indexes of the rounds that rows of the stored leaderboard show. */
  shown: readonly number[]
  best: readonly Best[]
}

type ParticipantRow = {
  userId: string
  standings: [number, number, number, number, number, boolean, boolean][]
  tips: Record<string, number>
  jokers: number[]
  states: string | null
}

/** A participant of a season, who has a standing in at least one round. */
export type SeasonEntrant = SeasonTipper & { userId: string; carOf(raceId: number): number | null }

const BEFORE_JOINING = 'b'
/** Users for whom a plan is kept; for more, the planner has to know their number. */
const FEW_USERS = 20

const entrantOf = (row: ParticipantRow, { rounds, shown }: LoadedSeason): SeasonEntrant => {
  const tips = new Map(Object.entries(row.tips).map(([raceId, carId]) => [Number(raceId), carId]))
  const racesWithCar = new Set(tips.keys())
  const standings = new Map(row.standings.map((standing) => [standing[0], standing]))
  const before = new Set(shown.filter((_, position) => row.states?.[position] === BEFORE_JOINING))
  return {
    userId: row.userId,
    isHidden: row.standings.some((standing) => standing[6]),
    carId: null,
    jokers: row.jokers,
    carOf: (raceId) => tips.get(raceId) ?? null,
    rounds: rounds.map((_, index): ParticipantRound => {
      const [, total = 0, firsts = 0, seconds = 0, thirds = 0, hasTip = false] = standings.get(index) ?? []
      const order: WeekendOrder | null = hasTip ? [total, firsts, seconds, thirds] : null
      return { order, isBeforeJoining: before.has(index), racesWithCar }
    }),
  }
}

const versionsOf = (rounds: readonly RoundRow[]): string =>
  rounds.flatMap(({ scopeId, version }, index) => (scopeId === null ? [] : [`${index}@${version}`])).join(' ')

const NO_TIPPERS: Tippers = { count: 0, lowest: 0, sum: 0 }

/** Who tipped in weekends, by scope and version of their leaderboards. */
export type KnownTippers = Pick<TtlCache<string, Tippers>, 'get'>

/** Reads what the chances of a season follow from. */
export const seasonChancesReadModel = (sql: Database | Transaction, knownTippers: KnownTippers) => {
  const weekends = weekendChancesReadModel(sql)

  const tippersOf = async ({ scopeId, version }: RoundRow): Promise<Tippers> => {
    if (scopeId === null) return NO_TIPPERS
    const read = async (): Promise<Tippers> => {
      const { rows } = await sql.raw<{ rows: Tippers[] }>(TIPPERS_OF_WEEKEND, { scopeId })
      return rows[0] ?? NO_TIPPERS
    }
    return knownTippers.get(`${scopeId}@${version}`, read)
  }

  return {
    /** Reads the state of a competition; throws 404 for a season that does not exist. */
    async load({ seasonId, groupId }: Competition): Promise<LoadedSeason> {
      const season = await findSeason(sql, seasonId)
      if (!season) throw seasonNotFound()
      const boards = await sql.raw<{ rows: BoardRow[] }>(BOARD_OF_SEASON, { seasonId, groupId })
      const [board] = boards.rows
      const rules = board?.basis?.rules ?? { countBest: season.countBest, missedWeekend: season.missedWeekend }
      const found = await sql.raw<{ rows: RoundRow[] }>(ROUNDS_OF_SEASON, { seasonId, groupId })
      const states: (WeekendState | null)[] = []
      const rounds: (RoundRow & SeasonRound)[] = []
      for (const row of found.rows) {
        const { scopeId, weekendId } = row
        const state = scopeId === null ? undefined : await weekends.state({ scopeId, weekendId })
        const tippers = rules.missedWeekend === 'zero' ? NO_TIPPERS : await tippersOf(row)
        states.push(state ?? null)
        rounds.push({ ...row, tippers, races: state?.races ?? [] })
      }
      const basis = board?.basis?.rounds ?? []
      const versions = versionsOf(found.rows)
      const content = [rules, season.jokers, rounds, board, states.map((state) => state?.key)]
      return {
        ...{ rules, jokers: season.jokers, rounds, versions, weekends: states },
        key: createHash('sha256').update(JSON.stringify(content)).digest('base64url'),
        isFresh: found.rows.every(
          ({ weekendId, version }) => basis.find((round) => round.weekendId === weekendId)?.version === version,
        ),
        adminUserId: rounds.find(({ adminUserId }) => adminUserId !== null)?.adminUserId ?? null,
        scopeIds: rounds.map(({ scopeId }) => scopeId),
        boardId: board?.boardId ?? null,
        shown: basis.filter(isShown).map(({ weekendId }) => rounds.findIndex((round) => round.weekendId === weekendId)),
        best: board?.best ?? [],
      }
    },

    /** Reads participants; `versions` are those of their standings. With `onlyVisibleJokers` as others see them. */
    async participants(
      { seasonId }: Competition,
      season: LoadedSeason,
      { userIds, onlyVisibleJokers }: { userIds: readonly string[]; onlyVisibleJokers: boolean },
    ): Promise<{ versions: string; entrants: SeasonEntrant[] }> {
      const races = season.weekends.flatMap((state, index) =>
        (state?.races ?? [])
          .filter(({ isLocked }) => isLocked)
          .map((race) => ({
            ...{ race_id: race.raceId, scope_id: season.scopeIds[index], category_id: race.categoryId },
            ...{ locks_at: race.locksAt, needs_approval: race.needsApproval },
          })),
      )
      const locked = season.rounds.flatMap(({ weekendId, areJokersLocked }) => (areJokersLocked ? [weekendId] : []))
      const bindings = {
        ...{ seasonId, scopeIds: season.scopeIds, boardId: season.boardId, userIds, races: JSON.stringify(races) },
        visibleJokers: onlyVisibleJokers ? locked : null,
      }
      type Row = { versions: string; participants: ParticipantRow[] }
      const { rows } =
        userIds.length <= FEW_USERS
          ? await prepared<Row>(sql, 'chances-season-participants', PARTICIPANTS_OF_SEASON, bindings)
          : await sql.raw<{ rows: Row[] }>(PARTICIPANTS_OF_SEASON, bindings)
      const { versions, participants } = rows[0] ?? { versions: '', participants: [] }
      const entrants = participants.filter(({ standings }) => standings.length > 0)
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
