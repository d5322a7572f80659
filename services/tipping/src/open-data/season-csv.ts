import type { OpenSeasonEntry } from '@purple-sector/contracts/tipping/open-data'
import type { Database } from '@purple-sector/database'
import { versionedCache } from '@purple-sector/service-kit/caching/versioned-cache'
import type { CsvCell } from '@purple-sector/service-kit/data/csv'
import { type BoardCsv, buildBoardCsv, MAX_CACHED_CSVS } from './board-csv.ts'
import { openSeasonReadModel, type PublicSeason } from './open-season-read-model.ts'

const COLUMNS = ['Position', 'Name', 'Points', 'Change', 'Weekends', 'Won', 'Firsts', 'Seconds', 'Thirds']

const headerOf = ({ rounds }: PublicSeason): string[] => [
  ...COLUMNS,
  ...rounds.flatMap(({ round }) => [`Round ${round} points`, `Round ${round} state`]),
]

/** A round that does not count yet has empty cells. */
const rowOf = (entry: OpenSeasonEntry, { rounds }: PublicSeason): CsvCell[] => {
  const { position, name, totalPoints, positionChange, weekendsPlayed, weekendsWon, picks } = entry
  const own = new Map(entry.rounds.map((round) => [round.weekendId, round]))
  return [
    ...[position, name, totalPoints, positionChange, weekendsPlayed, weekendsWon],
    ...[picks.first, picks.second, picks.third],
    ...rounds.flatMap(({ weekendId }) => {
      const { seasonPoints = null, state = null } = own.get(weekendId) ?? {}
      return [seasonPoints, state]
    }),
  ]
}

/** Boards of seasons as CSV, built once per state of the board and shared by all readers. */
export const seasonCsvs = (database: Database) => {
  const csvs = versionedCache<number, string, BoardCsv>({ maxEntries: MAX_CACHED_CSVS })
  const build = (seasonId: number): Promise<BoardCsv> =>
    buildBoardCsv(database, async (sql) => {
      const boards = openSeasonReadModel(sql)
      const season = await boards.find(seasonId)
      return {
        header: headerOf(season),
        async page(page) {
          const { tag, entries } = await boards.page(season, page)
          return { tag, rows: entries.map((entry) => rowOf(entry, season)) }
        },
      }
    })
  return {
    /** Throws 404 while none of the season’s rounds is open to all. */
    async read(seasonId: number): Promise<BoardCsv> {
      const boards = openSeasonReadModel(database)
      const { tag } = await boards.page(await boards.find(seasonId), { limit: 0, offset: 0 })
      return csvs.get(seasonId, tag, () => build(seasonId))
    },
  }
}
