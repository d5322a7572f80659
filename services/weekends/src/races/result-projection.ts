import { resultPublished } from '@purple-sector/contracts/admin/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on, outbox } from '@purple-sector/messaging'
import type { z } from 'zod'
import { raceState } from './race.ts'
import { hasResult, withResult } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

/**
 * Takes over the revision of a race's result; the first one completes the race. The race is told again with it.
 */
export const projectResult = async (
  sql: Transaction,
  { raceId, revision, status, reason, publishedAt, firstPublishedAt, deleted }: z.infer<typeof resultPublished.data>,
): Promise<void> => {
  const races = raceRepository(sql)
  const reading = await races.hold(raceId)
  if (!reading || deleted) return
  const { race } = reading
  const result = { revision, status, reason, publishedAt: new Date(publishedAt) }
  if (hasResult(race, result)) return
  const next = withResult(race, { ...result, firstPublishedAt: new Date(firstPublishedAt) })
  await races.update(next)
  await outbox(sql).append(raceChanged, raceState(next))
}

export const onResultPublished = on(resultPublished, ({ data }, sql) => projectResult(sql, data))
