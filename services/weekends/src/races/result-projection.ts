import { resultPublished } from '@purple-sector/contracts/admin/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { on, outbox } from '@purple-sector/messaging'
import type { z } from 'zod'
import { raceState } from './race.ts'
import { withResult } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

/**
 * Takes over the revision of a race's result; the first one completes the race. The race is told again with it.
 */
export const projectResult = async (
  sql: Transaction,
  { raceId, revision, status, firstPublishedAt, deleted }: z.infer<typeof resultPublished.data>,
): Promise<void> => {
  const races = raceRepository(sql)
  const reading = await races.hold(raceId)
  if (!reading || deleted) return
  const { race } = reading
  if (race.resultRevision === revision && race.resultStatus === status) return
  const next = withResult(race, { revision, status, firstPublishedAt: new Date(firstPublishedAt) })
  await races.update(next)
  await outbox(sql).append(raceChanged, raceState(next))
}

export const onResultPublished = on(resultPublished, ({ data }, sql) => projectResult(sql, data))
