import { resultPublished } from '@purple-sector/contracts/admin/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on, outbox } from '@purple-sector/messaging'
import type { z } from 'zod'
import { raceState } from './race.ts'
import { hasResult, withResult } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

/** Applies the revision of a race's result and publishes the race with it; the first result completes the race. */
export const projectResult = async (
  sql: Transaction,
  { raceId, revision, status, reason, publishedAt, firstPublishedAt, deleted }: z.infer<typeof resultPublished.data>,
): Promise<void> => {
  const races = raceRepository(sql)
  const current = await races.selectForUpdate(raceId)
  if (!current || deleted) return
  const { race } = current
  const result = { revision, status, reason, publishedAt: new Date(publishedAt) }
  if (hasResult(race, result)) return
  const next = withResult(race, { ...result, firstPublishedAt: new Date(firstPublishedAt) })
  await races.update(next)
  await outbox(sql).append(raceChanged, raceState(next))
}

export const onResultPublished = on(resultPublished, ({ data }, sql) => projectResult(sql, data))
