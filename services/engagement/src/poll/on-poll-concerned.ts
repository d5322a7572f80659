import { weekendKey } from '@purple-sector/contracts/event'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { carChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import { lockSubject } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import { isSameDriver } from '../drivers/same-driver.ts'
import { cars } from '../projections/car-projection.ts'
import { pollRepository } from './poll-repository.ts'

/** Whoever votes holds the weekend: what was cast before it completed is counted, and nothing is cast afterwards. */
const onWeekendCompleted = on(weekendChanged, async ({ data, subject }, sql) => {
  if (data.status === 'completed') await lockSubject(sql, 'exclusive', subject)
})

/**
 * A name that is put right takes its votes along. Somebody else in the car does not get them, nor lose those for who drove
 * it before.
 */
const onDriverRenamed = on(carChanged, async ({ data: { id, weekendId, driver } }, sql) => {
  const before = await cars(sql).where({ id }).first('driver')
  if (!before || before.driver === driver || !isSameDriver(before.driver, driver)) return
  // Whoever is voting by the old name at this moment has done so before.
  await lockSubject(sql, 'exclusive', weekendKey(weekendId))
  await pollRepository(sql).rename(id, { from: before.driver, to: driver })
})

/** With an account go its votes, and everybody sees it. */
const onVoterGone = on(userChanged, async ({ data: { id, deleted }, subject }, sql) => {
  if (!deleted) return
  // Whoever is voting at this moment has done so before, or is refused.
  await lockSubject(sql, 'exclusive', subject)
  const polls = pollRepository(sql)
  await polls.tellAgain(await polls.votedIn(id))
})

/** What polls have to notice before the copies take it over. */
export const pollNoticing = [onWeekendCompleted, onDriverRenamed, onVoterGone]
