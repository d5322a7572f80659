import { weekendSubject } from '@purple-sector/contracts/event'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import { type RaceState, races } from '../projections/race-projection.ts'
import { weekends } from '../projections/weekend-projection.ts'
import { isNotifiable } from './is-notifiable-sql.ts'
import { notifyMany, tippersWhere } from './notify-many-sql.ts'
import { raceNameFor } from './race-name.ts'
import { type SessionChange, sessionChange, sessionMessage } from './session-message.ts'

/*
 * Several moves within a minute share the cause of the first, so that users get one notification with the text of the last.
 * A reopening has a cause of its own.
 */
const CAUSE = `
insert into session_changes as c (race_id, weekend_id, kind, cause, at) values (:raceId, :weekendId, :kind, :cause, clock_timestamp())
on conflict (race_id, kind) do update set at = excluded.at,
  cause = case when c.at > clock_timestamp() - interval '1 minute' then c.cause else excluded.cause end
returning cause`

const causeOf = async (
  sql: Transaction,
  { id: raceId, weekendId }: RaceState,
  kind: SessionChange,
  sequence: number,
): Promise<string> => {
  const cause = `session/${raceId}/${sequence}`
  const { rows } = await sql.raw<{ rows: { cause: string }[] }>(CAUSE, { raceId, weekendId, kind, cause })
  return rows[0]?.cause ?? cause
}

/** Notifies users with a tip in the category that a session was moved or reopened. */
export const onSessionMoved = on(raceChanged, async (event, sql) => {
  const { data: race, sequence = 0 } = event
  const { id, weekendId, categoryId } = race
  const before = await races(sql).where({ id }).first('starts_at', 'reopened')
  const kind = race.deleted || !before ? null : sessionChange(before, race)
  if (kind === null || !(await isNotifiable(sql, event))) return
  if ((await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))).isDeleted) return
  const weekend = await weekends(sql).where({ id: weekendId }).first('time_zone')
  const message = sessionMessage(
    kind,
    await raceNameFor(sql, race, race.category),
    race.startTime,
    weekend?.time_zone ?? 'UTC',
  )
  const cause = await causeOf(sql, race, kind, sequence)
  const tippers = tippersWhere('t.weekend_id = :weekendId and t.category_id = :categoryId', { weekendId, categoryId })
  await notifyMany(sql, tippers, { weekendId, type: 'session', ...message, cause }, { renotify: true })
})
