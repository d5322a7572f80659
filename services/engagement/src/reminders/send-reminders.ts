import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { sessionTime } from '../notifications/session-time.ts'
import { isInForce } from './reminder-sql.ts'

const CHECK_INTERVAL_MS = 1_000

/** SQL: due reminders, locked against other replicas, with the data to format their deadline. */
const LOCK_DUE_REMINDERS = `
select r.race_id, r.minutes, race.deadline, w.time_zone
from reminders r left join races race on race.id = r.race_id left join weekends w on w.id = r.weekend_id
where r.due_at <= clock_timestamp() for update of r skip locked`

type DueRow = { race_id: number; minutes: number; deadline: Date | null; time_zone: string | null }

/**
 * SQL: creates the notifications of due reminders.
 *
 * Of several missed lead times only the latest is sent. A race counts in the open competition or a group by its current
 * selection; if another race of its category closes earlier, only that one is sent.
 */
const SEND_REMINDERS = `
with due as (
  delete from reminders where (race_id, minutes) in (
    select race_id, minutes from json_to_recordset(:due::json) as r (race_id integer, minutes integer))
  returning *
), closing as (
  select * from json_to_recordset(:closing::json) as c (race_id integer, closes text)
), latest as (
  select distinct on (race_id) race_id, minutes from due where deadline > clock_timestamp() order by race_id, minutes
), scopes as (
  select null::integer as group_id, null as group_name, id as weekend_id, product_race_ids as selected, false as locks
  from weekends where id in (select weekend_id from due)
  union all
  select id, name, weekend_id, selected_race_ids, lock_tips_after_first_event
  from groups where weekend_id in (select weekend_id from due)
), near as (
  select scopes.group_id, scopes.group_name, race.weekend_id, race.category_id, race.id as race_id, race.name as race, race.deadline, minutes
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
    or exists (select from memberships m join groups g on g.id = m.group_id
      where m.user_id = person.id and g.weekend_id = near.weekend_id)
    or exists (select from push_subscriptions s left join notification_preferences p on p.user_id = s.user_id
      where s.user_id = person.id and (p.user_id is null or 'deadline' <> all(p.push_off)))
    or exists (select from notification_preferences p where p.user_id = person.id and 'deadline' = any(p.mail_on)))
  union all
  select near.*, m.user_id
  from near join memberships m on m.group_id = near.group_id join users person on person.id = m.user_id
), untipped as (
  select distinct on (user_id, category_id, minutes) *
  from concerned
  where not exists (select from tips where tips.weekend_id = concerned.weekend_id
    and tips.category_id = concerned.category_id and tips.user_id = concerned.user_id
    and tips.group_id is not distinct from concerned.group_id and ${isInForce('tips')})
  order by user_id, category_id, minutes, group_id nulls first
), sent as (
  insert into notifications (user_id, weekend_id, type, title, message, link, cause, group_id)
  select user_id, weekend_id, 'deadline',
    format('No tip for %s yet', c.name),
    format('%s%s closes %s.', 'In ' || group_name || ', ', race, closing.closes),
    case when group_id is null then '/tipping' else '/groups' end,
    format('deadline/%s/%s/%s', weekend_id, category_id, minutes), group_id
  from untipped join closing using (race_id) join categories c on c.id = category_id
  on conflict (user_id, cause) do nothing
  returning id, user_id, weekend_id, cause
), recorded as (
  insert into sent_reminders (notification_id, user_id, weekend_id, category_id, group_id, deadline)
  select sent.id, sent.user_id, sent.weekend_id, untipped.category_id, untipped.group_id, untipped.deadline
  from sent join untipped on untipped.user_id = sent.user_id
    and sent.cause = format('deadline/%s/%s/%s', untipped.weekend_id, untipped.category_id, untipped.minutes)
  returning 1
)
select (select count(*) from due) as due, (select count(*) from recorded) as sent`

/**
 * Sends all due reminders; returns how many were due and sent.
 *
 * Plans are deleted in the same transaction, so that a restart neither loses nor repeats one, in any process.
 */
const sendReminders = (database: Database): Promise<{ due: number; sent: number }> =>
  database.transaction(async (sql) => {
    const { rows: due } = await sql.raw<{ rows: DueRow[] }>(LOCK_DUE_REMINDERS)
    const closing = due.map(({ race_id, deadline, time_zone }) => ({
      race_id,
      closes: deadline && time_zone && sessionTime(deadline, time_zone),
    }))
    const { rows } = await sql.raw<{ rows: { due: number; sent: number }[] }>(SEND_REMINDERS, {
      due: JSON.stringify(due),
      closing: JSON.stringify([...new Map(closing.map((row) => [row.race_id, row])).values()]),
    })
    return rows[0] ?? { due: 0, sent: 0 }
  })

export const startReminders = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'reminders',
    due: 'select from reminders where due_at <= now()',
    nextDueAt: 'select min(due_at) from reminders',
    async work() {
      const outcome = await sendReminders(database)
      if (outcome.due > 0) log.info({ event: 'reminders.sent', ...outcome }, 'Due reminders of deadlines sent')
    },
  })
