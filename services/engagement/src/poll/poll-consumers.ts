import { weekendSubject } from '@purple-sector/contracts/event'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { carChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { isSameDriver } from '@purple-sector/contracts/weekends/same-driver'
import { lockSubject } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { cars } from '../projections/car-projection.ts'
import { pollRepository } from './poll-repository.ts'

/** Voters lock the weekend: votes cast before it completed are counted, later ones rejected. */
const onWeekendCompleted = on(weekendChanged, async ({ data, subject }, sql) => {
  if (data.status === 'completed') await lockSubject(sql, 'exclusive', subject)
})

/** Moves votes to the corrected name of a driver; another driver in the car does not get them. */
const onDriverRenamed = on(carChanged, async ({ data: { id, weekendId, driver } }, sql) => {
  const before = await cars(sql).where({ id }).first('driver')
  if (!before || before.driver === driver || !isSameDriver(before.driver, driver)) return
  // Concurrent votes for the old name commit first.
  await lockSubject(sql, 'exclusive', weekendSubject(weekendId))
  await pollRepository(sql).rename(id, { from: before.driver, to: driver })
})

/** Publishes the polls in which a deleted account had voted. */
const onVoterDeleted = on(userChanged, async ({ data: { id, deleted }, subject }, sql) => {
  if (!deleted) return
  // A concurrent vote commits first, or is rejected.
  await lockSubject(sql, 'exclusive', subject)
  const polls = pollRepository(sql)
  await polls.markForPublishing(await polls.weekendsVotedIn(id))
})

/** Consumers of the poll; they run before the projections. */
export const pollConsumers = [onWeekendCompleted, onDriverRenamed, onVoterDeleted]
