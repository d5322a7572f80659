import { resultPublished } from '@purple-sector/contracts/admin/events'
import { republishes } from '@purple-sector/messaging'
import { resultRepository } from './result-repository.ts'

const PAGE = 200

/** Republishes the current result of every race, for a service that starts without data. */
export const resultRepublisher = republishes(resultPublished, async (sql, cursor) => {
  const states = await resultRepository(sql).page(Number(cursor ?? 0), PAGE)
  return { states, next: states.length < PAGE ? undefined : String(states.at(-1)?.raceId) }
})
