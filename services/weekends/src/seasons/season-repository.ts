import type { Round } from '@purple-sector/contracts/weekends/seasons'
import { type Database, isUniqueViolation, lockSubject, type Transaction } from '@purple-sector/database'
import { conflict } from '@purple-sector/service-kit/errors'
import { lockWeekends } from '../weekends/lock-weekend.ts'
import type { LockedWeekends, NewSeason, StoredSeason } from './season.ts'

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
}
type RoundRow = { season_id: number; weekend_id: number; round: number; multiplier: string }

const roundOf = (row: RoundRow): Round => ({
  weekendId: row.weekend_id,
  round: row.round,
  multiplier: Number(row.multiplier) as Round['multiplier'],
})

const seasonOf = (row: SeasonRow, weekends: Round[]): StoredSeason => ({
  id: row.id,
  name: row.name,
  year: row.year,
  status: row.status,
  weekends,
  countBest: row.count_best,
  missedWeekend: row.missed_weekend,
  jokers: row.jokers,
  version: row.version,
  createdAt: row.created_at,
  completedAt: row.completed_at,
})

const columnsOf = (season: NewSeason) => ({
  name: season.name,
  year: season.year,
  status: season.status,
  count_best: season.countBest,
  missed_weekend: season.missedWeekend,
  jokers: season.jokers,
  completed_at: season.completedAt,
})

/**
 * Locks all seasons until the end of the transaction. A change of rounds, and the deletion of a weekend, take this lock
 * before those of weekends.
 */
export const lockSeasons = (sql: Transaction): Promise<void> => lockSubject(sql, 'exclusive', 'seasons')

/** Locks the weekends of rounds until the end of the transaction: their state changes with their season. */
export const lockRounds = (sql: Transaction, rounds: readonly Round[]): Promise<void> =>
  lockWeekends(
    sql,
    rounds.map(({ weekendId }) => weekendId),
  )

export const seasonRepository = (sql: Database | Transaction) => {
  const select = async (id?: number): Promise<StoredSeason[]> => {
    const rows: SeasonRow[] = await sql('seasons')
      .modify((query) => void (id !== undefined && query.where({ id })))
      .orderBy([
        { column: 'year', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
    const rounds: RoundRow[] = await sql('season_weekends')
      .whereIn(
        'season_id',
        rows.map((row) => row.id),
      )
      .orderBy('round')
    const bySeason = Map.groupBy(rounds, (round) => round.season_id)
    return rows.map((row) => seasonOf(row, (bySeason.get(row.id) ?? []).map(roundOf)))
  }

  const rejectSecondActive = async (): Promise<never> => {
    const active: Pick<SeasonRow, 'name'> | undefined = await sql('seasons').where({ status: 'active' }).first('name')
    const holder = active ? `"${active.name}" is active` : 'Another season is active'
    throw conflict('ANOTHER_SEASON_ACTIVE', `${holder}. Complete it first.`)
  }

  /** Writes in a savepoint, because after a violation the same transaction queries which season is active. */
  const rejectingSecondActive = async <T>(write: (inner: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await sql.transaction(write)
    } catch (error) {
      if (isUniqueViolation(error, 'seasons_one_active')) return rejectSecondActive()
      throw error
    }
  }

  return {
    /** Lists seasons, the newest year first. */
    list: () => select(),

    async find(id: number): Promise<StoredSeason | undefined> {
      return (await select(id))[0]
    },

    async insert(season: NewSeason): Promise<StoredSeason> {
      const [row]: SeasonRow[] = await rejectingSecondActive((inner) =>
        inner('seasons').insert(columnsOf(season)).returning('*'),
      )
      if (!row) throw new Error('a season was not stored')
      return seasonOf(row, [])
    },

    /** Stores everything but the rounds, as the next version, and returns it. */
    async update(season: StoredSeason): Promise<StoredSeason> {
      const version = season.version + 1
      await rejectingSecondActive((inner) =>
        inner('seasons')
          .where({ id: season.id })
          .update({ ...columnsOf(season), version }),
      )
      return { ...season, version }
    },

    /** Replaces the rounds of a season. */
    async setRounds(seasonId: number, rounds: readonly Round[]): Promise<void> {
      await sql('season_weekends').where({ season_id: seasonId }).delete()
      if (rounds.length === 0) return
      await sql('season_weekends').insert(
        rounds.map(({ weekendId, round, multiplier }) => ({
          season_id: seasonId,
          weekend_id: weekendId,
          round,
          multiplier,
        })),
      )
    },

    async remove(id: number): Promise<void> {
      await sql('seasons').where({ id }).delete()
    },

    /** Finds which of the season's weekends have a counting race that has locked; practice never counts. */
    async lockedWeekends(seasonId: number): Promise<LockedWeekends> {
      const rows: { id: number }[] = await sql('season_weekends as s')
        .join('weekends as w', 'w.id', 's.weekend_id')
        .join('races as r', 'r.weekend_id', 'w.id')
        .where('s.season_id', seasonId)
        .whereNot('r.session_type', 'practice')
        .whereRaw('r.locks_at <= clock_timestamp()')
        .whereRaw('(cardinality(w.product_race_ids) = 0 or r.id = any (w.product_race_ids))')
        .distinct('w.id')
      return new Set(rows.map(({ id }) => id))
    },
  }
}
