import { weekendKey } from '@purple-sector/contracts/event'
import { carChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { isDeleted, markDeleted, on } from '@purple-sector/messaging'
import { resultRepository } from '../results/result-repository.ts'
import { carCopies } from './car-copies.ts'
import { raceCopies } from './race-copies.ts'

/** Results go with their weekend. What else is known of it is small and goes at once. */
export const onWeekendChanged = on(weekendChanged, async ({ data, subject }, sql) => {
  if (!data.deleted) return
  await markDeleted(sql, subject)
  for (const table of ['result_revisions', 'races', 'cars']) await sql(table).where({ weekend_id: data.id }).delete()
})

/** Only a session without result, or with one that was withdrawn, is ever deleted (docs/rules.md, Sessions). */
export const onRaceChanged = on(raceChanged, async ({ data, subject }, sql) => {
  if (await isDeleted(sql, weekendKey(data.weekendId))) return
  if (!data.deleted) return raceCopies(sql).save(data)
  await markDeleted(sql, subject)
  await resultRepository(sql).removeAll(data.id)
  await raceCopies(sql).remove(data.id)
})

export const onCarChanged = on(carChanged, async ({ data }, sql) => {
  if (await isDeleted(sql, weekendKey(data.weekendId))) return
  await (data.deleted ? carCopies(sql).remove(data.id) : carCopies(sql).save(data))
})
