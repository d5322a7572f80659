import type { SeasonLeaderboardPage } from '@purple-sector/contracts/tipping/internal'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { SeasonEntry, SeasonStanding } from '@purple-sector/contracts/tipping/seasons'
import type { Database } from '@purple-sector/database'
import type { BasisRound } from '../seasons/season-basis.ts'
import { positionChangeOf, type ReadRow, seasonEntryOf } from './season-entry.ts'
import { OF_USERS, PAGES } from './season-leaderboard-sql.ts'

/** A participant's place, without what they can still reach. */
export type SeasonPlace = Omit<SeasonStanding, 'canWin' | 'clinched'>

type Row = {
  version: number
  changedAt: string | null
  total: number
  /** Null until the leaderboard is computed. */
  rounds: BasisRound[] | null
  rows: ReadRow[]
  ownRows: ReadRow[]
}

const NONE: Row = { version: 0, changedAt: null, total: 0, rounds: [], rows: [], ownRows: [] }

/** A page with the row of the requesting user, as that user sees it; null for who takes no part. */
export type SeasonPage = SeasonLeaderboardPage & { ownEntry: SeasonEntry | null }

/** Reads season leaderboards, each from one snapshot; one that does not exist is empty. */
export const seasonLeaderboardReadModel = (database: Database) => {
  const read = async (statement: string, competition: SeasonScope, bindings: Record<string, unknown>): Promise<Row> => {
    const { rows } = await database.raw<{ rows: Row[] }>(statement, { ...competition, ...bindings })
    return rows[0] ?? NONE
  }
  return {
    async page(
      competition: SeasonScope,
      {
        viewer = null,
        seesHidden = false,
        ...page
      }: { limit: number; offset: number; viewer?: string | null; seesHidden?: boolean },
    ): Promise<SeasonPage> {
      const userIds = viewer === null ? [] : [viewer]
      const { version, changedAt, total, rounds, rows, ownRows } = await read(
        PAGES[competition.groupId === null ? 'open' : 'group'],
        competition,
        { ...page, userIds },
      )
      const [own] = ownRows
      const ownEntry = own ? seasonEntryOf(own, rounds ?? [], true) : null
      const entries = rows.map((row) =>
        ownEntry?.userId === row.userId ? ownEntry : seasonEntryOf(row, rounds ?? [], seesHidden || !row.isHidden),
      )
      return { version, changedAt, total, entries, ownEntry }
    },

    /** Returns the rows of these users, each as the user sees it. */
    async entriesOf(
      competition: SeasonScope,
      userIds: readonly string[],
    ): Promise<{ version: number; entries: SeasonEntry[] }> {
      const { version, rounds, ownRows } = await read(OF_USERS, competition, { userIds })
      return { version, entries: ownRows.map((row) => seasonEntryOf(row, rounds ?? [], true)) }
    },

    async placesOf(
      competition: SeasonScope,
      userIds: readonly string[],
    ): Promise<{ version: number; places: SeasonPlace[] }> {
      const { version, ownRows } = await read(OF_USERS, competition, { userIds })
      const places = ownRows.map((row) => ({
        userId: row.userId,
        position: row.position,
        shared: row.isShared,
        totalPoints: row.totalPoints,
        positionChange: positionChangeOf(row),
      }))
      return { version, places }
    },
  }
}
