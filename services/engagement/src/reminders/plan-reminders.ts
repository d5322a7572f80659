import { weekendSubject } from '@purple-sector/contracts/event'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { type Transaction, table } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'

type ReminderRow = { race_id: number; weekend_id: number; minutes: number; deadline: Date; due_at: Date }

export const reminders = table<ReminderRow, { deadline: string }>('reminders')

/** Lead times: the minutes before a deadline at which reminders are due (docs/rules.md, Notifications). */
export const LEAD_TIMES_MINUTES = [1_440, 120, 30]

const INSERT_REMINDERS = `
insert into reminders (race_id, weekend_id, minutes, deadline, due_at)
select :raceId, :weekendId, minutes, :deadline::timestamptz, :deadline::timestamptz - make_interval(mins => minutes)
from unnest(:leadTimes::integer[]) minutes
where :deadline::timestamptz - make_interval(mins => minutes) > clock_timestamp()
on conflict do nothing`

/** Replaces the reminders of a race's former deadline; lead times that are over already are skipped. */
const planReminders = async (
  sql: Transaction,
  { raceId, weekendId, deadline }: { raceId: number; weekendId: number; deadline: string | null },
): Promise<void> => {
  const remindersOfRace = reminders(sql).where({ race_id: raceId })
  if (deadline === null) await remindersOfRace.delete()
  else {
    await remindersOfRace.whereNot('deadline', deadline).delete()
    await sql.raw(INSERT_REMINDERS, { raceId, weekendId, deadline, leadTimes: LEAD_TIMES_MINUTES })
  }
}

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
  await planReminders(sql, { raceId: race.id, weekendId: race.weekendId, deadline })
})
