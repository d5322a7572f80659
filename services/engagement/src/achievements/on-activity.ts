import { messageSent } from '@purple-sector/contracts/chat/events'
import { userSubject } from '@purple-sector/contracts/event'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import { isDeleted, on, onBatch } from '@purple-sector/messaging'
import { weekendOfGroup } from '../projections/group-projection.ts'
import { recordTipTiming } from './record-tip-timing-sql.ts'
import {
  grantTrackside,
  hasCountedFoundedGroups,
  updateAchievements,
  updateAchievementsOfUsers,
} from './update-achievements-sql.ts'

/*
 * Consumers of activities in other services. They run after the consumers that record the activities, which are counted here.
 */

/** An automatic tip, and a copy of one in the open competition, move no achievement until their fan makes them their own. */
const onTip = on(tipSubmitted, async ({ data: { tipId, userId, weekendId, isAutomatic, isCopy }, republish }, sql) => {
  if (isAutomatic || isCopy) return
  await recordTipTiming(sql, tipId, republish === undefined)
  await updateAchievements(sql, userId, weekendId)
})

/** Messages of a group count for the group's weekend, as their points do. */
const onMessage = onBatch(messageSent, async (events, sql) => {
  const [room] = events.map(({ data }) => data)
  if (!room) return
  const weekendOfRoom = room.groupId === null ? null : await weekendOfGroup(sql, room.groupId)
  const userIds = events.map(({ data: { userId } }) => userId)
  await updateAchievementsOfUsers(sql, userIds, room.weekendId ?? weekendOfRoom)
})

const onMembership = on(membershipChanged, async ({ data: { groupId, userId, weekendId } }, sql) => {
  await updateAchievements(sql, userId, weekendId ?? (await weekendOfGroup(sql, groupId)))
})

/** Founding a group counts; most other changes, such as a further weekend of a season group, move no counter. */
const onGroup = on(groupChanged, async ({ data: { creatorId, weekendId } }, sql) => {
  if (await hasCountedFoundedGroups(sql, creatorId)) return
  await updateAchievements(sql, creatorId, weekendId)
})

/** The counter stays when the user leaves the track. */
const onTrackside = on(userChanged, async ({ data: { id: userId, trackStatus, deleted } }, sql) => {
  if (deleted || trackStatus !== 'at_track' || (await isDeleted(sql, userSubject(userId)))) return
  await grantTrackside(sql, userId)
})

export const activityConsumers = [onTip, onMessage, onMembership, onGroup, onTrackside]
