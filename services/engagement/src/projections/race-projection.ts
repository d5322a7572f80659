import { weekendSubject } from '@purple-sector/contracts/event'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { table } from '@purple-sector/database'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'

export type RaceState = z.infer<typeof raceChanged.data>
export type RaceRow = {
  id: number
  weekend_id: number
  category_id: number
  name: string
  session_type: RaceState['sessionType']
  status: RaceState['status']
  starts_at: Date | null
  deadline: Date | null
  points: RaceState['pointsAwarded']
  reopened: number
}
type RaceInsert = { points: string; starts_at: string | null; deadline: string | null }

export const races = table<RaceRow, RaceInsert>('races')

const rowOf = (race: RaceState) => ({
  id: race.id,
  weekend_id: race.weekendId,
  category_id: race.categoryId,
  name: race.name,
  session_type: race.sessionType,
  status: race.status,
  starts_at: race.startTime,
  deadline: race.deadline,
  points: JSON.stringify(race.pointsAwarded),
  reopened: race.reopened,
})

export const onRaceChanged = on(raceChanged, async ({ data: race, subject }, sql) => {
  if ((await isDeleted(sql, weekendSubject(race.weekendId))) || (await isDeleted(sql, subject))) return
  if (!race.deleted) {
    await races(sql).insert(rowOf(race)).onConflict('id').merge()
    return
  }
  await markDeleted(sql, subject)
  for (const [rows, column] of [
    ['races', 'id'],
    ['results', 'race_id'],
  ] as const)
    await sql(rows)
      .where({ [column]: race.id })
      .delete()
})
