import type { Round, Season as SeasonReply } from '@purple-sector/contracts/weekends/seasons'
import type { Database, Transaction } from '@purple-sector/database'

/** A round with its weekend. Dates are of the weekend's time zone, `YYYY-MM-DD`. */
export type SeasonRound = Round & {
  name: string
  status: 'inactive' | 'live' | 'completed'
  startDate: string
  endDate: string
  /** Whether it is announced. */
  isActive: boolean
}

/** Tipping's copy of a season. */
export type StoredSeason = Omit<SeasonReply, 'weekends' | 'createdAt'> & {
  createdAt: Date
  /** When an administrator completed it; null before. */
  completedAt: Date | null
  /** In the order of the season, without weekends that are deleted or not known to tipping yet. */
  rounds: SeasonRound[]
}

type SeasonRow = {
  id: number
  name: string
  year: number
  status: StoredSeason['status']
  count_best: number | null
  missed_weekend: StoredSeason['missedWeekend']
  jokers: number
  version: number
  created_at: Date
  completed_at: Date | null
  rounds: SeasonRound[]
}

const FIND = `
select seasons.*, coalesce((
  select json_agg(json_build_object('weekendId', weekend_id, 'round', round, 'multiplier', multiplier, 'name', w.name,
    'status', w.status, 'startDate', w.start_date, 'endDate', w.end_date, 'isActive', w.is_active) order by round)
  from season_rounds join weekends w on w.id = weekend_id
  where season_id = seasons.id and not w.deleted
), '[]') as rounds
from seasons where id = :id`

/** Finds a season with its rounds, in one statement. */
export const findSeason = async (sql: Database | Transaction, id: number): Promise<StoredSeason | undefined> => {
  const { rows } = await sql.raw<{ rows: SeasonRow[] }>(FIND, { id })
  const [row] = rows
  if (!row) return undefined
  const { count_best, missed_weekend, created_at, completed_at, ...season } = row
  return {
    ...season,
    countBest: count_best,
    missedWeekend: missed_weekend,
    createdAt: created_at,
    completedAt: completed_at,
  }
}
