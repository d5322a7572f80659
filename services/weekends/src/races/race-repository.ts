import type { Points } from '@purple-sector/contracts/categories'
import type { Database, Transaction } from '@purple-sector/database'
import type { NewRace, StoredRace } from './race.ts'

type RaceRow = {
  id: number
  weekend_id: number
  name: string
  category_id: number
  category: string
  is_main: boolean
  session_type: StoredRace['sessionType']
  race_number: number
  status: StoredRace['status']
  starts_at: Date | null
  description: string
  distance: string
  track: string
  points: Points | null
  image_id: number | null
  image_hash: string | null
  completed_at: Date | null
  locks_at: Date | null
  reopened: number
  result_revision: number | null
  result_status: StoredRace['resultStatus']
  result_reason: string | null
  result_published_at: Date | null
  result_changed_at: Date | null
  read_at: Date
}

/** A race, with the database's time at which it was read. */
export type RaceAtTime = { race: StoredRace; now: Date }

const raceAtTimeOf = (row: RaceRow): RaceAtTime => ({
  now: row.read_at,
  race: {
    id: row.id,
    weekendId: row.weekend_id,
    name: row.name,
    categoryId: row.category_id,
    category: row.category,
    isMain: row.is_main,
    sessionType: row.session_type,
    raceNumber: row.race_number,
    status: row.status,
    startsAt: row.starts_at,
    description: row.description,
    distance: row.distance,
    track: row.track,
    points: row.points,
    image: row.image_id === null || row.image_hash === null ? null : { id: row.image_id, hash: row.image_hash },
    completedAt: row.completed_at,
    locksAt: row.locks_at,
    reopened: row.reopened,
    resultRevision: row.result_revision,
    resultStatus: row.result_status,
    resultReason: row.result_reason,
    resultPublishedAt: row.result_published_at,
    resultChangedAt: row.result_changed_at,
  },
})

const columnsOf = (race: NewRace) => ({
  weekend_id: race.weekendId,
  name: race.name,
  category_id: race.categoryId,
  session_type: race.sessionType,
  race_number: race.raceNumber,
  status: race.status,
  starts_at: race.startsAt,
  description: race.description,
  distance: race.distance,
  track: race.track,
  points: race.points === null ? null : JSON.stringify(race.points),
  image_id: race.image?.id ?? null,
  completed_at: race.completedAt,
  locks_at: race.locksAt,
  reopened: race.reopened,
  result_revision: race.resultRevision,
  result_status: race.resultStatus,
  result_reason: race.resultReason,
  result_published_at: race.resultPublishedAt,
  result_changed_at: race.resultChangedAt,
})

export const raceRepository = (sql: Database | Transaction) => {
  const selectRaces = () =>
    sql('races as r')
      .join('categories as c', 'c.id', 'r.category_id')
      .leftJoin('images as i', 'i.id', 'r.image_id')
      .select('r.*', 'c.name as category', 'c.is_main', 'i.sha256 as image_hash')
      .select(sql.raw('clock_timestamp() as read_at'))
      .orderByRaw('r.starts_at nulls last, r.id')

  const find = async (id: number): Promise<RaceAtTime | undefined> => {
    const row: RaceRow | undefined = await selectRaces().where('r.id', id).first()
    return row && raceAtTimeOf(row)
  }

  /** Lists races in the common order: by start, races without a start last, then by id. */
  const list = async ({ weekendId }: { weekendId?: number | undefined } = {}): Promise<RaceAtTime[]> => {
    const rows: RaceRow[] = await selectRaces().modify((query) => {
      if (weekendId !== undefined) query.where('r.weekend_id', weekendId)
    })
    return rows.map(raceAtTimeOf)
  }

  return {
    find,
    list,

    /** Locks the race's row, then reads it and the clock. */
    async selectForUpdate(id: number): Promise<RaceAtTime | undefined> {
      const current = await sql('races').where({ id }).forUpdate().first('id')
      return current === undefined ? undefined : find(id)
    },

    /** Locks all races of a weekend in the order of their ids, and lists them in the common order. */
    async selectAllForUpdate(weekendId: number): Promise<RaceAtTime[]> {
      await sql('races').where({ weekend_id: weekendId }).orderBy('id').forUpdate().select('id')
      return list({ weekendId })
    },

    async insert(race: NewRace): Promise<StoredRace> {
      const [row]: { id: number }[] = await sql('races').insert(columnsOf(race)).returning('id')
      if (!row) throw new Error('a race was not stored')
      return { ...race, id: row.id }
    },

    async update(race: StoredRace): Promise<void> {
      await sql('races').where({ id: race.id }).update(columnsOf(race))
    },

    async remove(id: number): Promise<void> {
      await sql('races').where({ id }).delete()
    },
  }
}
