import { weekendKey } from '@purple-sector/contracts/event'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { type Transaction, table } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'

type ReminderRow = { race_id: number; weekend_id: number; minutes: number; deadline: Date; due_at: Date }

export const reminders = table<ReminderRow, { deadline: string }>('reminders')

/** A day, two hours and half an hour before a deadline (docs/rules.md, Notifications). */
export const STEPS = [1_440, 120, 30]

const PLAN = `
insert into reminders (race_id, weekend_id, minutes, deadline, due_at)
select :raceId, :weekendId, minutes, :deadline::timestamptz, :deadline::timestamptz - make_interval(mins => minutes)
from unnest(:steps::integer[]) minutes
where :deadline::timestamptz - make_interval(mins => minutes) > clock_timestamp()
on conflict do nothing`

/** What was planned for another deadline of the race is off; a step whose time has passed is not made up for. */
const planReminders = async (
  sql: Transaction,
  { raceId, weekendId, deadline }: { raceId: number; weekendId: number; deadline: string | null },
): Promise<void> => {
  const planned = reminders(sql).where({ race_id: raceId })
  if (deadline === null) await planned.delete()
  else {
    await planned.whereNot('deadline', deadline).delete()
    await sql.raw(PLAN, { raceId, weekendId, deadline, steps: STEPS })
  }
}

/**
 * A deadline is planned for whoever it concerns; to whom it does is looked at when its time has come, with the filters,
 * groups and tips of that moment.
 */
export const onRaceToRemindOf = on(raceChanged, async ({ data: race, subject }, sql) => {
  const isGone = race.deleted || (await isDeleted(sql, weekendKey(race.weekendId))) || (await isDeleted(sql, subject))
  const deadline = isGone || race.sessionType === 'practice' ? null : race.deadline
  await planReminders(sql, { raceId: race.id, weekendId: race.weekendId, deadline })
})
