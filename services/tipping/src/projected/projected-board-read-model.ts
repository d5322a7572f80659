import type { Entry, ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import type { Transaction } from '@purple-sector/database'
import { queryBoards } from '../boards/query-boards-sql.ts'
import { type LedgerRace, ledgerBindings } from '../scoring/award-ledger-sql.ts'
import type { Podium } from '../scoring/decide-scoring.ts'
import { BOARDS, OWN_ROW } from './projected-sql.ts'

/** A running race and the cars that its latest order would give points to, best first. */
export type Running = { race: LedgerRace; podium: Podium }
type Page = { limit: number; offset: number; viewer?: string | null }

/**
 * A projected board, or a page of it. `version` and `changedAt` are of the board in force that it was computed from.
 */
export type ProjectedBoard = {
  scopeId: number
  groupId: number | null
  version: number
  changedAt: string | null
  total: number
  entries: ProvisionalEntry[]
}
type Score = [number, number, number, number]
type Rank = { score: Score; position: number | null; tieBreak: Entry['tieBreak'] }
export type RankedBoard = ProjectedBoard & { currentRanks: Rank[]; previousRanks: Rank[] }
export type OwnRow = {
  entry: ProvisionalEntry
  version: number
  currentScore: Score | null
  previousScore: Score | null
}

/** Planner settings as for scoring: the planner cannot estimate the rows of these CTEs. */
const SETTINGS = `
set local work_mem = '64MB';
set local jit = off;
set local enable_memoize = off`

const TOPS = BOARDS({ withRanks: false })
const RANKED = BOARDS({ withRanks: true })

const bindingsOf = ({ race, podium }: Running) => {
  const places = podium.flatMap((carId, index) => (carId === null ? [] : [{ place: index + 1, carId }]))
  return { ...ledgerBindings(race, places), scoredRaceDelta: 1 }
}

/** Reads projected boards, each read from one snapshot. Writes nothing and locks nothing. */
export const projectedBoardReadModel = (sql: Transaction, running: Running) => {
  const read = async <Row>(
    name: string,
    statement: string,
    scopeIds: readonly number[],
    bindings: Record<string, unknown>,
  ): Promise<Row[]> => {
    await sql.raw(SETTINGS)
    return queryBoards<Row>(sql, scopeIds, {
      ...{ name, statement },
      bindings: { ...bindingsOf(running), scopeIds, ...bindings },
    })
  }
  return {
    /** Reads the boards of those of the scopes in which the race counts. */
    readMany: (scopeIds: readonly number[], { viewer = null, ...page }: Page): Promise<ProjectedBoard[]> =>
      read('projected-boards', TOPS, scopeIds, { viewer, ...page }),

    async page(scopeId: number, { viewer = null, ...page }: Page): Promise<RankedBoard | undefined> {
      const [board] = await read<RankedBoard>('board-projected', RANKED, [scopeId], { viewer, ...page })
      return board
    },

    /** Reads a user's own row without its rank; undefined for users who are not on the board. */
    async ownRow(scopeId: number, viewer: string): Promise<OwnRow | undefined> {
      const [row] = await read<OwnRow>('own-row-projected', OWN_ROW, [scopeId], { viewer })
      return row
    },
  }
}

/** Returns the own row with its rank on a board of the same, or nearly the same, moment. */
export const withRank = ({ entry, currentScore, previousScore }: OwnRow, board: RankedBoard): ProvisionalEntry => {
  const rankOf = (ranks: Rank[], score: Score | null) =>
    score === null ? undefined : ranks.find((rank) => rank.score.join() === score.join())
  const current = rankOf(board.currentRanks, currentScore)
  const previous = rankOf(board.previousRanks, previousScore)
  if (!current) return entry
  const positionChange = previous?.position && current.position ? previous.position - current.position : 0
  return { ...entry, position: current.position, tieBreak: current.tieBreak, positionChange }
}
