import { weekendSubject } from '@purple-sector/contracts/event'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { type Transaction, table } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { noteChange } from './season-projection.ts'

export type RaceState = z.infer<typeof raceChanged.data>
export type RaceRow = {
  id: number
  weekend_id: number
  category_id: number
  session_type: RaceState['sessionType']
  starts_at: string | null
  state: RaceState
}

const races = table<RaceRow, { state: string }>('races')

const rowOf = (race: RaceState) => ({
  id: race.id,
  weekend_id: race.weekendId,
  category_id: race.categoryId,
  session_type: race.sessionType,
  starts_at: race.startTime,
  state: JSON.stringify(race),
})

/** Reads the ids of a weekend's races, from which a group selects. */
export const raceIdsOf = async (sql: Transaction, weekendId: number): Promise<number[]> => {
  const rows = await races(sql).where({ weekend_id: weekendId }).select('id')
  return rows.map(({ id }) => id)
}

/** A selection keeps the id of a race that was deleted (docs/rules.md, Races); season groups follow new ones. */
export const onRaceChanged = on(raceChanged, async ({ data: race, subject }, sql) => {
  if ((await isDeleted(sql, weekendSubject(race.weekendId))) || (await isDeleted(sql, subject))) return
  const known = await races(sql).where({ id: race.id }).first('category_id', 'session_type')
  if (race.deleted) {
    await markDeleted(sql, subject)
    await races(sql).where({ id: race.id }).delete()
  } else await races(sql).insert(rowOf(race)).onConflict('id').merge()
  const isSameSession = known?.category_id === race.categoryId && known.session_type === race.sessionType
  if (race.deleted || !isSameSession) await noteChange(sql, race.weekendId)
})
