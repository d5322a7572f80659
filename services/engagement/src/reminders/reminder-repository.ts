import { type Database, type Transaction, table } from '@purple-sector/database'
import { isInForce } from './reminder-sql.ts'

type ReminderRow = { race_id: number; weekend_id: number; lead_minutes: number; deadline: Date; due_at: Date }

const reminders = table<ReminderRow, { deadline: string }>('reminders')

/** Lead times: the minutes before a deadline at which reminders are due (docs/rules.md, Notifications). */
const LEAD_MINUTES = [1_440, 120, 30]

/**
 * Automatic tips begin a day before a deadline, as the first reminder does: it is judged this much later, so that it finds
 * them.
 */
const AUTO_TIP_SECONDS = 60

const INSERT_REMINDERS = `
insert into reminders (race_id, weekend_id, lead_minutes, deadline, due_at)
select :raceId, :weekendId, lead_minutes, :deadline::timestamptz,
  :deadline::timestamptz - make_interval(mins => lead_minutes)
    + make_interval(secs => case lead_minutes when 1440 then :autoTipSeconds::integer else 0 end)
from unnest(:leadMinutes::integer[]) lead_minutes
where :deadline::timestamptz - make_interval(mins => lead_minutes) > clock_timestamp()
on conflict do nothing`

/** SQL: whether a reminder is due. */
export const DUE_REMINDERS = 'select from reminders where due_at <= now()'

/** SQL: when the next reminder is due. */
export const NEXT_REMINDER = 'select min(due_at) from reminders'

/** SQL: due reminders, locked against other replicas, with the data to format their deadline. */
const LOCK_DUE_REMINDERS = `
select r.race_id, r.lead_minutes, race.deadline, w.time_zone
from reminders r left join races race on race.id = r.race_id left join weekends w on w.id = r.weekend_id
where r.due_at <= clock_timestamp() for update of r skip locked`

/** A due reminder with the data to format its deadline. */
type DueReminder = { raceId: number; leadMinutes: number; deadline: Date | null; timeZone: string | null }
type DueRow = { race_id: number; lead_minutes: number; deadline: Date | null; time_zone: string | null }

/**
 * SQL: creates the notifications of due reminders.
 *
 * Of several missed lead times only the latest is sent. A race counts in the open competition or a group by its current
 * selection; if another race of its category closes earlier, only that one is sent.
 */
const SEND_REMINDERS = `
with due as (
  delete from reminders where (race_id, lead_minutes) in (
    select race_id, lead_minutes from json_to_recordset(:due::json) as r (race_id integer, lead_minutes integer))
  returning *
), closing as (
  select * from json_to_recordset(:closing::json) as c (race_id integer, closes text)
), latest as (
  select distinct on (race_id) race_id, lead_minutes
  from due where deadline > clock_timestamp() order by race_id, lead_minutes
), scopes as (
  select null::integer as group_id, null as group_name, id as weekend_id, product_race_ids as selected, false as locks
  from weekends where id in (select weekend_id from due)
  union all
  select id, name, gw.weekend_id, gw.selected_race_ids, lock_tips_after_first_event
  from groups join group_weekends gw on gw.group_id = id where gw.weekend_id in (select weekend_id from due)
), near as (
  select scopes.group_id, scopes.group_name, race.weekend_id, race.category_id, race.id as race_id, race.name as race,
    race.deadline, lead_minutes
  from latest
  join races race on race.id = latest.race_id
  join scopes on scopes.weekend_id = race.weekend_id
  where (scopes.selected = '{}' or race.id = any(scopes.selected)) and not exists (
    select from races other
    where other.weekend_id = race.weekend_id and other.category_id = race.category_id and other.id <> race.id
      and other.session_type <> 'practice' and (scopes.selected = '{}' or other.id = any(scopes.selected))
      and other.deadline < race.deadline and (other.deadline > clock_timestamp() or scopes.locks))
), concerned as (
  select near.*, person.id as user_id
  from near join users person on near.group_id is null and (
    exists (select from tips where tips.user_id = person.id and tips.group_id is null)
    or exists (select from memberships m join group_weekends gw on gw.group_id = m.group_id
      where m.user_id = person.id and gw.weekend_id = near.weekend_id)
    or exists (select from push_subscriptions s left join notification_preferences p on p.user_id = s.user_id
      where s.user_id = person.id and (p.user_id is null or 'deadline' <> all(p.push_off)))
    or exists (select from notification_preferences p where p.user_id = person.id and 'deadline' = any(p.mail_on)))
  union all
  select near.*, m.user_id
  from near join memberships m on m.group_id = near.group_id join users person on person.id = m.user_id
), untipped as (
  select distinct on (user_id, category_id, lead_minutes) *
  from concerned
  where not exists (select from tips where tips.weekend_id = concerned.weekend_id
    and tips.category_id = concerned.category_id and tips.user_id = concerned.user_id
    and tips.group_id is not distinct from concerned.group_id and ${isInForce('tips')})
  order by user_id, category_id, lead_minutes, group_id nulls first
), sent as (
  insert into notifications (user_id, weekend_id, type, title, message, link, cause, group_id)
  select user_id, weekend_id, 'deadline',
    format('No tip for %s yet', c.name),
    format('%s%s closes %s.', 'In ' || group_name || ', ', race, closing.closes),
    case when group_id is null then '/tipping' else '/groups' end,
    format('deadline/%s/%s/%s', weekend_id, category_id, lead_minutes), group_id
  from untipped join closing using (race_id) join categories c on c.id = category_id
  on conflict (user_id, cause) do nothing
  returning id, user_id, weekend_id, cause
), recorded as (
  insert into sent_reminders (notification_id, user_id, weekend_id, category_id, group_id, deadline)
  select sent.id, sent.user_id, sent.weekend_id, untipped.category_id, untipped.group_id, untipped.deadline
  from sent join untipped on untipped.user_id = sent.user_id
    and sent.cause = format('deadline/%s/%s/%s', untipped.weekend_id, untipped.category_id, untipped.lead_minutes)
  returning 1
)
select (select count(*) from due) as due, (select count(*) from recorded) as sent`

const RECORD_SENT = `
insert into sent_reminders (notification_id, user_id, weekend_id, category_id, group_id, deadline)
select n.id, n.user_id, :weekendId, "categoryId", :groupId, deadline
from notifications n
cross join json_to_recordset(:categories::json) as category ("categoryId" integer, deadline timestamptz)
where n.cause = :cause and n.user_id = any(:userIds::text[])
on conflict do nothing`

/** What notifications of a cause remind their recipients of. */
type SentReminders = {
  cause: string
  groupId: number
  weekendId: number
  userIds: readonly string[]
  categories: readonly { categoryId: number; deadline: string | null }[]
}

/** Planned reminders of deadlines. */
export const reminderRepository = (sql: Database | Transaction) => ({
  /** Replaces the reminders of a race's former deadline; lead times that are over already are skipped. */
  async plan(race: { raceId: number; weekendId: number; deadline: string | null }): Promise<void> {
    const { raceId, weekendId, deadline } = race
    const remindersOfRace = reminders(sql).where({ race_id: raceId })
    if (deadline === null) await remindersOfRace.delete()
    else {
      await remindersOfRace.whereNot('deadline', deadline).delete()
      await sql.raw(INSERT_REMINDERS, {
        raceId,
        weekendId,
        deadline,
        leadMinutes: LEAD_MINUTES,
        autoTipSeconds: AUTO_TIP_SECONDS,
      })
    }
  },

  /** Records what notifications remind of, which are obsolete once that is tipped or closed. */
  async recordSent({ categories, ...reminders }: SentReminders): Promise<void> {
    await sql.raw(RECORD_SENT, { ...reminders, categories: JSON.stringify(categories) })
  },

  /** Locks due reminders until the transaction ends. */
  async lockDue(): Promise<DueReminder[]> {
    const { rows } = await sql.raw<{ rows: DueRow[] }>(LOCK_DUE_REMINDERS)
    return rows.map(({ race_id, lead_minutes, deadline, time_zone }) => ({
      raceId: race_id,
      leadMinutes: lead_minutes,
      deadline,
      timeZone: time_zone,
    }))
  },

  /** Sends due reminders and deletes their plans; `closes` is the formatted deadline. */
  async send(
    dueReminders: readonly { raceId: number; leadMinutes: number; closes: string | null }[],
  ): Promise<{ due: number; sent: number }> {
    const closing = new Map(dueReminders.map(({ raceId, closes }) => [raceId, { race_id: raceId, closes }]))
    const { rows } = await sql.raw<{ rows: { due: number; sent: number }[] }>(SEND_REMINDERS, {
      due: JSON.stringify(
        dueReminders.map(({ raceId, leadMinutes }) => ({ race_id: raceId, lead_minutes: leadMinutes })),
      ),
      closing: JSON.stringify([...closing.values()]),
    })
    return rows[0] ?? { due: 0, sent: 0 }
  },
})
