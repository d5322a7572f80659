import { resultPublished } from '@purple-sector/contracts/admin/events'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { on, outbox } from '@purple-sector/messaging'
import { raceState } from './race.ts'
import { withResult } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

/** A session shows the revision of its result, and its first result completes it. One that is deleted has none. */
export const onResultPublished = on(resultPublished, async ({ data }, sql) => {
  const races = raceRepository(sql)
  const reading = await races.hold(data.raceId)
  if (!reading || data.deleted) return
  const { revision, status } = data
  const next = withResult(reading.race, { revision, status, firstPublishedAt: new Date(data.firstPublishedAt) })
  await races.update(next)
  if (next.status !== reading.race.status) await outbox(sql).append(raceChanged, raceState(next, reading.now))
})
