import { currentSeason } from '@purple-sector/contracts/weekends/current-season'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import type { Database } from '@purple-sector/database'

type SeasonRow = Pick<Season, 'id' | 'year' | 'status'> & { completedAt: Date | null; weekendIds: number[] }
type WeekendRow = { id: number; startDate: string; today: string }

const SEASONS = `
select id, year, status, completed_at as "completedAt",
  array(select weekend_id from season_rounds where season_id = seasons.id order by round) as "weekendIds"
from seasons`

const WEEKENDS = `
select w.id, w.start_date::text as "startDate", (clock_timestamp() at time zone w.time_zone)::date::text as today
from weekends w where not w.deleted and w.start_date is not null and w.id in (select weekend_id from season_rounds)`

/** Finds the id of the current season (docs/rules.md, Seasons); null where there is none. */
export const findCurrentSeason = async (database: Database): Promise<number | null> => {
  const [seasons, weekends] = await Promise.all([
    database.raw<{ rows: SeasonRow[] }>(SEASONS),
    database.raw<{ rows: WeekendRow[] }>(WEEKENDS),
  ])
  const candidates = seasons.rows.map(({ weekendIds, ...season }) => ({
    ...season,
    weekends: weekendIds.map((weekendId) => ({ weekendId })),
  }))
  return currentSeason(candidates, weekends.rows, ({ today }) => today)?.id ?? null
}
