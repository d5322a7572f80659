import { messageSent } from '@purple-sector/contracts/chat/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { prepared } from '@purple-sector/database'
import { deferEvent, isDeleted, lockAndCheckDeleted, on, onBatch } from '@purple-sector/messaging'
import { POINTS } from './activity.ts'
import { awardDailyPoints, awardPoints, type DailyActivity } from './award-points-sql.ts'

/** Awards points for the first tip of a category in a scope; leaving a group, rejoining and tipping again earns none. */
export const onTipEarned = on(tipSubmitted, async ({ data: tip }, sql) => {
  const { userId, weekendId, categoryId, groupId, submittedAt } = tip
  if (groupId !== null && (await lockAndCheckDeleted(sql, 'shared', `group/${groupId}`)).isDeleted) return
  const cause = `tip/${weekendId}/${categoryId}/${groupId ?? 'open'}`
  const at = new Date(submittedAt)
  await awardPoints(sql, [{ userId, weekendId, kind: 'tip', cause, points: POINTS.tip, at }])
})

/** Awards points for joining a group; the founder earns none, else founding groups would earn unlimited points. */
export const onMemberJoined = on(membershipChanged, async ({ data: membership }, sql) => {
  const { userId, weekendId, groupId, role, joinedAt, deleted } = membership
  if (deleted || role === 'admin') return
  const at = new Date(joinedAt)
  await awardPoints(sql, [{ userId, weekendId, kind: 'group', cause: `group/${groupId}`, points: POINTS.group, at }])
})

/** SQL: weekends of messages; a deleted message is not found. */
const WEEKENDS_OF_MESSAGES = `
select m.id, coalesce(m.weekend_id, g.weekend_id) as "weekendId", w.id is not null as "isKnown"
from messages m left join groups g on g.id = m.group_id
left join weekends w on w.id = coalesce(m.weekend_id, g.weekend_id)
where m.id = any(:ids::integer[])`
type SentMessage = { id: number; weekendId: number | null; isKnown: boolean }

/** Awards points for messages; those of a group count on the board of the group's weekend. */
export const onMessageWritten = onBatch(messageSent, async (events, sql) => {
  const ids = events.map(({ data: { id } }) => id)
  const { rows } = await prepared<SentMessage>(sql, 'weekends-of-messages', WEEKENDS_OF_MESSAGES, { ids })
  const messageById = new Map(rows.map((row) => [Number(row.id), row]))
  const activities: DailyActivity[] = []
  for (const { data } of events) {
    const { id, userId, createdAt } = data
    const message = messageById.get(id)
    if (!message) continue
    const { weekendId, isKnown } = message
    if (weekendId !== null && isKnown)
      activities.push({ userId, weekendId, kind: 'message', cause: `message/${id}`, at: new Date(createdAt) })
    else if (weekendId === null || !(await isDeleted(sql, weekendSubject(weekendId))))
      throw deferEvent(`the weekend of message ${id}`)
  }
  await awardDailyPoints(sql, activities)
})
