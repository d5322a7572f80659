import type { Entry, ProvisionalEntry, Standing } from '@purple-sector/contracts/tipping/http'
import type { LeaderboardState } from '@purple-sector/contracts/tipping/internal'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Database, Transaction } from '@purple-sector/database'
import { type LedgerRace, ledgerBindings } from '../scoring/award-ledger-sql.ts'
import type { Podium } from '../scoring/decide-scoring.ts'
import { OFFICIAL } from './official-sql.ts'
import { OWN_ROW, PROJECTED_PAGE, PROJECTED_PAGES } from './projected-sql.ts'
import { queryLeaderboards } from './query-leaderboards-sql.ts'

/** A leaderboard to read. Its ranks are stored if `groupId` is null, else computed on read. */
export type Leaderboard = { scopeId: number; groupId: number | null }
export type FoundLeaderboard = Leaderboard & { version: number; adminUserId: string | null }
export type PageOptions = { limit: number; offset: number; viewer?: string | null }

/**
 * `newcomers` joined since the version; `ownEntry` is the row of the requesting user, null if that user is not on the
 * leaderboard.
 */
export type OfficialPage = {
  version: number
  changedAt: string | null
  total: number
  newcomers: number
  ownEntry: Entry | null
  entries: Entry[]
}

/** A running race and the cars that its latest order would give points to, best first. */
export type Running = { race: LedgerRace; podium: Podium }
/** `version` and `changedAt` are of the official view that it was computed from. */
export type ProjectedPage = Leaderboard & {
  version: number
  changedAt: string | null
  total: number
  entries: ProvisionalEntry[]
}
type Score = [number, number, number, number]
type Rank = { score: Score; position: number | null; tieBreak: Entry['tieBreak'] }
export type RankedPage = ProjectedPage & { currentRanks: Rank[]; previousRanks: Rank[] }
type OwnRow = { entry: ProvisionalEntry; version: number; currentScore: Score | null; previousScore: Score | null }

const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const

/** Planner settings as for scoring: the planner cannot estimate the rows of these CTEs. */
const PROJECTION_SETTINGS = `
set local work_mem = '64MB';
set local jit = off;
set local enable_memoize = off`

const bindingsOf = ({ race, podium }: Running) => {
  const places = podium.flatMap((carId, index) => (carId === null ? [] : [{ place: index + 1, carId }]))
  return { ...ledgerBindings(race, places), scoredRaceDelta: 1 }
}

/** Returns the own row with its rank on a page of the same, or nearly the same, moment. */
export const withRank = ({ entry, currentScore, previousScore }: OwnRow, page: RankedPage): ProvisionalEntry => {
  const rankOf = (ranks: Rank[], score: Score | null) =>
    score === null ? undefined : ranks.find((rank) => rank.score.join() === score.join())
  const current = rankOf(page.currentRanks, currentScore)
  const previous = rankOf(page.previousRanks, previousScore)
  if (!current) return entry
  const positionChange = previous?.position && current.position ? previous.position - current.position : 0
  return { ...entry, position: current.position, tieBreak: current.tieBreak, positionChange }
}

/** Reads leaderboards by scope, in their current state, each from one snapshot (docs/adr/0031-one-scope.md). */
export const leaderboardReadModel = (sql: Database | Transaction) => {
  const readOfficial = async <Row>(
    { scopeId, groupId }: Leaderboard,
    query: keyof typeof OFFICIAL.open,
    bindings: Record<string, unknown>,
  ): Promise<Row | undefined> => {
    const kind = groupId === null ? 'open' : 'group'
    const [row] = await queryLeaderboards<Row>(sql, [scopeId], {
      name: `${kind}-board-${query}`,
      statement: OFFICIAL[kind][query],
      bindings: { scopeId, ...bindings },
    })
    return row
  }

  const readPage = async (
    leaderboard: Leaderboard,
    query: 'page' | 'head',
    bindings: Partial<PageOptions>,
  ): Promise<OfficialPage> => {
    type Row = Omit<OfficialPage, 'total'> & { participants: number }
    const row = await readOfficial<Row>(leaderboard, query, bindings)
    if (!row) return { version: 0, changedAt: null, total: 0, newcomers: 0, ownEntry: null, entries: [] }
    const { participants, ...page } = row
    return { ...page, total: participants + page.newcomers }
  }

  return {
    async find({ weekendId, groupId }: WeekendScope): Promise<FoundLeaderboard | undefined> {
      const row = await sql('scopes')
        .where({ weekend_id: weekendId, group_id: groupId, deleted: false })
        .first('id', 'version', 'admin_user_id')
      return row && { scopeId: row.id, groupId, version: row.version, adminUserId: row.admin_user_id }
    },

    page: (leaderboard: Leaderboard, { limit, offset, viewer = null }: PageOptions): Promise<OfficialPage> =>
      readPage(leaderboard, 'page', { limit, offset, viewer }),

    /** Reads the leaderboard without its rows, cheaply: enough for the own row and the size. */
    head: (leaderboard: Leaderboard, viewer: string | null): Promise<OfficialPage> =>
      readPage(leaderboard, 'head', { viewer }),

    /** Returns the rows of these users, each as the user sees it. */
    async entriesOf(leaderboard: Leaderboard, userIds: readonly string[]) {
      type Row = { version: number; entries: Entry[] }
      return (await readOfficial<Row>(leaderboard, 'entries', { userIds })) ?? { version: 0, entries: [] }
    },

    async standingsOf(leaderboard: Leaderboard, userIds: readonly string[]) {
      type Row = { version: number; standings: Standing[] }
      return (await readOfficial<Row>(leaderboard, 'standings', { userIds })) ?? { version: 0, standings: [] }
    },

    /** Returns the part of a leaderboard that gateways cache: its first 20 rows and all ranks, of one version. */
    async state(leaderboard: Leaderboard): Promise<LeaderboardState> {
      type Row = Omit<LeaderboardState, 'total'> & { participants: number }
      const row = await readOfficial<Row>(leaderboard, 'state', { limit: 20, offset: 0, viewer: null })
      if (!row) return { version: 0, changedAt: null, total: 0, entries: [], ranks: [] }
      const { version, changedAt, participants: total, entries, ranks } = row
      return { version, changedAt, total, entries, ranks }
    },

    /** Reads the projected view. Writes nothing and locks nothing. */
    projected(running: Running) {
      const read = <Row>(
        name: string,
        statement: string,
        scopeIds: readonly number[],
        bindings: Partial<PageOptions>,
      ): Promise<Row[]> =>
        sql.transaction(async (snapshot) => {
          await snapshot.raw(PROJECTION_SETTINGS)
          return queryLeaderboards<Row>(snapshot, scopeIds, {
            ...{ name, statement },
            bindings: { ...bindingsOf(running), scopeIds, ...bindings },
          })
        }, SNAPSHOT)
      return {
        /** Reads the pages of those of the scopes in which the race counts. */
        pages: (scopeIds: readonly number[], { viewer = null, ...page }: PageOptions): Promise<ProjectedPage[]> =>
          read('projected-boards', PROJECTED_PAGES, scopeIds, { viewer, ...page }),

        async page(scopeId: number, { viewer = null, ...page }: PageOptions): Promise<RankedPage | undefined> {
          const [found] = await read<RankedPage>('board-projected', PROJECTED_PAGE, [scopeId], { viewer, ...page })
          return found
        },

        /** Reads a user's own row without its rank; undefined for users who are not on the leaderboard. */
        async ownRow(scopeId: number, viewer: string): Promise<OwnRow | undefined> {
          const [row] = await read<OwnRow>('own-row-projected', OWN_ROW, [scopeId], { viewer })
          return row
        },
      }
    },
  }
}
