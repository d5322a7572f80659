import { messageSent } from '@purple-sector/contracts/chat/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { deferEvent, isDeleted, lockAndCheckDeleted, on, onBatch } from '@purple-sector/messaging'
import { weekendOfGroup } from '../projections/group-projection.ts'
import { weekendsOfMessages } from '../projections/message-projection.ts'
import { POINTS } from './activity.ts'
import { awardDailyPoints, awardPoints, type DailyActivity } from './award-points-sql.ts'

/**
 * Awards points for the first tip of a category in a scope; leaving a group, rejoining and tipping again earns none. An
 * automatic tip earns none until its fan makes it their own, and neither does a copy of one in the open competition.
 */
export const onTipEarned = on(tipSubmitted, async ({ data: tip }, sql) => {
  if (tip.isAutomatic || tip.isCopy) return
  const { userId, weekendId, categoryId, groupId, submittedAt } = tip
  if (groupId !== null && (await lockAndCheckDeleted(sql, 'shared', `group/${groupId}`)).isDeleted) return
  const cause = `tip/${weekendId}/${categoryId}/${groupId ?? 'open'}`
  const at = new Date(submittedAt)
  await awardPoints(sql, [{ userId, weekendId, kind: 'tip', cause, points: POINTS.tip, at }])
})

/**
 * Awards points for joining a group; the founder earns none, else founding groups would earn unlimited points. Joining a
 * season group counts in the weekend that is current then.
 */
export const onMemberJoined = on(membershipChanged, async ({ data: membership }, sql) => {
  const { userId, groupId, role, joinedAt, deleted } = membership
  if (deleted || role === 'admin') return
  const weekendId = membership.weekendId ?? (await weekendOfGroup(sql, groupId))
  const at = new Date(joinedAt)
  await awardPoints(sql, [{ userId, weekendId, kind: 'group', cause: `group/${groupId}`, points: POINTS.group, at }])
})

/** Awards points for messages; those of a group count on the board of the group's weekend, and while it has none nowhere. */
export const onMessageWritten = onBatch(messageSent, async (events, sql) => {
  const messages = await weekendsOfMessages(
    sql,
    events.map(({ data: { id } }) => id),
  )
  const activities: DailyActivity[] = []
  for (const { data } of events) {
    const { id, userId, createdAt } = data
    const message = messages.get(id)
    if (!message || message.isWaiting) continue
    const { weekendId, isKnown } = message
    if (weekendId !== null && isKnown)
      activities.push({ userId, weekendId, kind: 'message', cause: `message/${id}`, at: new Date(createdAt) })
    else if (weekendId === null || !(await isDeleted(sql, weekendSubject(weekendId))))
      throw deferEvent(`the weekend of message ${id}`)
  }
  await awardDailyPoints(sql, activities)
})
