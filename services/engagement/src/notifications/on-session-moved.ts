import { weekendSubject } from '@purple-sector/contracts/event'
import { raceChanged } from '@purple-sector/contracts/weekends/events'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import { races } from '../projections/race-projection.ts'
import { weekends } from '../projections/weekend-projection.ts'
import { isNotifiable } from './is-notifiable-sql.ts'
import { notifyMany, tippersOfCategory } from './notify-sql.ts'
import { raceNameFor } from './race-name.ts'
import { saveSessionChange } from './session-change-sql.ts'
import { sessionChange, sessionMessage } from './session-message.ts'

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
  const cause = await saveSessionChange(sql, { raceId: id, weekendId, kind, cause: `session/${id}/${sequence}` })
  await notifyMany(
    sql,
    tippersOfCategory(weekendId, categoryId),
    { weekendId, type: 'session', ...message, cause },
    { renotify: true },
  )
})
