import { weekendSubject } from '@purple-sector/contracts/event'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { isDeleted, on } from '@purple-sector/messaging'
import { reminderRepository } from './reminder-repository.ts'

/**
 * Plans the reminders of a race's deadline; recipients are selected when they are due.
 *
 * A race is deleted by this state, with its weekend, or by a deletion of its own before: an event of a deleted race or
 * weekend may arrive later, and must not plan reminders again.
 */
export const onRemindedRaceChanged = on(raceChanged, async ({ data: race, subject }, sql) => {
  const isRaceDeleted =
    race.deleted || (await isDeleted(sql, weekendSubject(race.weekendId))) || (await isDeleted(sql, subject))
  const deadline = isRaceDeleted || race.sessionType === 'practice' ? null : race.deadline
  await reminderRepository(sql).plan({ raceId: race.id, weekendId: race.weekendId, deadline })
})
