import { timingStarted } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import { deferEvent, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { closeNow } from './close-now.ts'
import { lockRepository } from './lock-repository.ts'

/**
 * Closes a race at its first timing snapshot as a result does (docs/rules.md, Races), unless race control closed it
 * before.
 */
export const applyTimingStarted = async (
  sql: Transaction,
  { raceId, weekendId }: z.infer<typeof timingStarted.data>,
): Promise<void> => {
  if (await isWeekendDeleted(sql, weekendId)) return
  if (!(await lockRepository(sql).find(raceId))) throw deferEvent(`Race ${raceId} is not known yet`)
  await closeNow(sql, raceId, weekendId)
}

export const onTimingStarted = on(timingStarted, ({ data }, sql) => applyTimingStarted(sql, data))
