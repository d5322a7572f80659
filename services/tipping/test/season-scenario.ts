import type { Database } from '@purple-sector/database'
import { projectSeason, type SeasonData } from '../src/seasons/season-projection.ts'

/** Applies the state of a season, as its event does. */
export const applySeason = (database: Database, season: SeasonData): Promise<void> =>
  database.transaction((sql) => projectSeason(sql, season))
