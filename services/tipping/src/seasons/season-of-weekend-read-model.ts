import type { Database } from '@purple-sector/database'

/** A season as its leaderboard is headed; `rounds` is how many it has. */
export type SeasonOfWeekend = { id: number; name: string; rounds: number }

// While a weekend moves to another season it may be a round of both: the newer one counts.
const SEASON = `
select season.id, season.name, (
  select count(*)::integer from season_rounds other join weekends on weekends.id = other.weekend_id and not weekends.deleted
  where other.season_id = season.id
) as rounds
from season_rounds round join seasons season on season.id = round.season_id
where round.weekend_id = :weekendId order by season.id desc limit 1`

/** Finds the season that a weekend is a round of. */
export const findSeasonOfWeekend = async (
  database: Database,
  weekendId: number,
): Promise<SeasonOfWeekend | undefined> => {
  const { rows } = await database.raw<{ rows: SeasonOfWeekend[] }>(SEASON, { weekendId })
  return rows[0]
}
