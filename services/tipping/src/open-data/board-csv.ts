import type { OpenEntry } from '@purple-sector/contracts/tipping/open-data'
import type { Database } from '@purple-sector/database'
import { versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import { type CsvCell, csvStream } from '@purple-sector/service-kit/data/csv'
import { openBoardReadModel } from './open-board-read-model.ts'

const HEADER = ['Position', 'Name', 'Points', 'Change', 'Firsts', 'Seconds', 'Thirds']
const PAGE_SIZE = 10_000
/** Maximum number of cached boards; each takes some MB for 100,000 fans. */
const MAX_CACHED = 4

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

/**
 * Builds the CSV of the whole board, page by page from one snapshot: a concurrent change neither omits nor repeats a
 * row. Buffered as it is sent, so that a slow reader holds no database connection.
 */
const buildCsv = (database: Database, scopeId: number | null): Promise<BoardCsv> =>
  database.transaction(
    async (sql) => {
      const board = openBoardReadModel(sql)
      let tag = ''
      const pages = async function* () {
        for (let offset = 0; ; offset += PAGE_SIZE) {
          const page = await board.page(scopeId, { limit: PAGE_SIZE, offset })
          tag = page.tag
          yield page.entries.map(rowOf)
          if (page.entries.length < PAGE_SIZE) return
        }
      }
      const chunks: Buffer[] = await csvStream(HEADER, pages()).toArray()
      return { tag, chunks }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )

/** Boards as CSV, built once per state of the board and shared by all readers. */
export const boardCsvs = (database: Database) => {
  const csvs = versionedCache<number, string, BoardCsv>({ maxEntries: MAX_CACHED })
  return {
    async read(weekendId: number, scopeId: number | null): Promise<BoardCsv> {
      const { tag } = await openBoardReadModel(database).page(scopeId, { limit: 0, offset: 0 })
      return csvs.get(weekendId, tag, () => buildCsv(database, scopeId))
    },
  }
}
