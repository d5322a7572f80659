import type { OpenEntry } from '@purple-sector/contracts/tipping/open-data'
import type { Database, Transaction } from '@purple-sector/database'
import { versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import { type CsvCell, csvStream } from '@purple-sector/service-kit/data/csv'
import { openBoardReadModel } from './open-board-read-model.ts'

const HEADER = ['Position', 'Name', 'Points', 'Change', 'Firsts', 'Seconds', 'Thirds']
const PAGE_SIZE = 10_000
/** Maximum number of cached boards; each takes some MB for 100,000 fans. */
export const MAX_CACHED_CSVS = 4

const rowOf = ({ position, name, totalPoints, positionChange, picks }: OpenEntry): CsvCell[] => [
  position,
  name,
  totalPoints,
  positionChange,
  picks.first,
  picks.second,
  picks.third,
]

export type BoardCsv = { tag: string; chunks: readonly Buffer[] }
/** A board in a transaction: its columns, and its rows in pages. */
type CsvSource = {
  header: readonly string[]
  page(page: { limit: number; offset: number }): Promise<{ tag: string; rows: CsvCell[][] }>
}

/**
 * Builds the CSV of a whole board, page by page from one snapshot: a concurrent change neither omits nor repeats a row.
 * Buffered as it is sent, so that a slow reader holds no database connection.
 */
export const buildBoardCsv = (database: Database, open: (sql: Transaction) => Promise<CsvSource>): Promise<BoardCsv> =>
  database.transaction(
    async (sql) => {
      const board = await open(sql)
      let tag = ''
      const pages = async function* () {
        for (let offset = 0; ; offset += PAGE_SIZE) {
          const page = await board.page({ limit: PAGE_SIZE, offset })
          tag = page.tag
          yield page.rows
          if (page.rows.length < PAGE_SIZE) return
        }
      }
      const chunks: Buffer[] = await csvStream(board.header, pages()).toArray()
      return { tag, chunks }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )

/** Boards of weekends as CSV, built once per state of the board and shared by all readers. */
export const boardCsvs = (database: Database) => {
  const csvs = versionedCache<number, string, BoardCsv>({ maxEntries: MAX_CACHED_CSVS })
  const build = (scopeId: number | null): Promise<BoardCsv> =>
    buildBoardCsv(database, async (sql) => ({
      header: HEADER,
      async page(page) {
        const { tag, entries } = await openBoardReadModel(sql).page(scopeId, page)
        return { tag, rows: entries.map(rowOf) }
      },
    }))
  return {
    async read(weekendId: number, scopeId: number | null): Promise<BoardCsv> {
      const { tag } = await openBoardReadModel(database).page(scopeId, { limit: 0, offset: 0 })
      return csvs.get(weekendId, tag, () => build(scopeId))
    },
  }
}
