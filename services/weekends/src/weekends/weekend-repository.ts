import { type Database, isUniqueViolation, type Transaction } from '@purple-sector/database'
import { conflict } from '@purple-sector/service-kit/errors'
import type { NewWeekend, StoredWeekend } from './weekend.ts'

type WeekendRow = {
  id: number
  name: string
  description: string
  venue: string
  start_date: string
  end_date: string
  time_zone: string
  status: StoredWeekend['status']
  is_active: boolean
  product_race_ids: number[]
  product_races_chosen_at: Date | null
  season_id: number | null
  round: number | null
}

const weekendOf = (row: WeekendRow): StoredWeekend => ({
  id: row.id,
  name: row.name,
  description: row.description,
  venue: row.venue,
  startDate: row.start_date,
  endDate: row.end_date,
  timeZone: row.time_zone,
  status: row.status,
  isActive: row.is_active,
  productRaceIds: row.product_race_ids,
  productRacesChosenAt: row.product_races_chosen_at,
  seasonId: row.season_id,
  round: row.round,
})

const columnsOf = (weekend: NewWeekend) => ({
  name: weekend.name,
  description: weekend.description,
  venue: weekend.venue,
  start_date: weekend.startDate,
  end_date: weekend.endDate,
  time_zone: weekend.timeZone,
  status: weekend.status,
  is_active: weekend.isActive,
  product_race_ids: weekend.productRaceIds,
  product_races_chosen_at: weekend.productRacesChosenAt,
})

export const weekendRepository = (sql: Database | Transaction) => {
  const rejectSecondLive = async (): Promise<never> => {
    const live: Pick<WeekendRow, 'name'> | undefined = await sql('weekends').where({ status: 'live' }).first('name')
    const holder = live ? `"${live.name}" is live` : 'Another weekend is live'
    throw conflict('ANOTHER_WEEKEND_LIVE', `${holder}. Deactivate it first.`)
  }

  /** Its season and round are stored with the season. */
  const selectWeekends = () =>
    sql('weekends as w')
      .leftJoin('season_weekends as s', 's.weekend_id', 'w.id')
      .select('w.*', 's.season_id', 's.round')

  return {
    async find(id: number): Promise<StoredWeekend | undefined> {
      const row: WeekendRow | undefined = await selectWeekends().where('w.id', id).first()
      return row && weekendOf(row)
    },

    /** Lists weekends in the common order: by start, then by id. */
    async list(): Promise<StoredWeekend[]> {
      const rows: WeekendRow[] = await selectWeekends().orderBy(['w.start_date', 'w.id'])
      return rows.map(weekendOf)
    },

    /**
     * Iterates over all weekends by id: returns the one after the cursor and the next cursor (undefined at the end).
     */
    async after(cursor: string | undefined): Promise<{ weekendId?: number; next?: string }> {
      const [row]: { id: number }[] = await sql('weekends')
        .where('id', '>', Number(cursor ?? 0))
        .orderBy('id')
        .limit(1)
        .select('id')
      return row ? { weekendId: row.id, next: String(row.id) } : {}
    },

    async insert(weekend: NewWeekend): Promise<StoredWeekend> {
      const [row]: Pick<WeekendRow, 'id'>[] = await sql('weekends').insert(columnsOf(weekend)).returning('id')
      if (!row) throw new Error('a weekend was not stored')
      return { ...weekend, id: row.id }
    },

    /** Updates in a savepoint, because after a violation the same transaction queries which weekend is live. */
    async update(weekend: StoredWeekend): Promise<void> {
      try {
        await sql.transaction((inner) => inner('weekends').where({ id: weekend.id }).update(columnsOf(weekend)))
      } catch (error) {
        if (isUniqueViolation(error, 'weekends_one_live')) return rejectSecondLive()
        throw error
      }
    },

    /** Deletes a weekend with all its races and cars. */
    async remove(id: number): Promise<void> {
      await sql('weekends').where({ id }).delete()
    },
  }
}
