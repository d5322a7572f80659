import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { userSubject, weekendSubject } from '@purple-sector/contracts/event'
import { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { groups, memberships } from '../projections/group-projection.ts'
import { nameOfUser } from '../projections/user-projection.ts'
import { weekends } from '../projections/weekend-projection.ts'
import { isNotifiable } from './is-notifiable-sql.ts'
import { membersExcept, type NewNotification, notify, notifyMany } from './notify-sql.ts'

const isWeekendDeleted = async (sql: Transaction, weekendId: number | null): Promise<boolean> =>
  weekendId !== null && (await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))).isDeleted

/** Returns the name of a user and locks the account, so that its deletion also deletes the notification. */
const nameForNotification = async (sql: Transaction, userId: string): Promise<string> => {
  await lockAndCheckDeleted(sql, 'shared', userSubject(userId))
  return bidiIsolate(await nameOfUser(sql, userId))
}

/** Notifies the members of a group of changed rules, except the admin who changed them. */
export const onRulesChanged = on(groupChanged, async (event, sql) => {
  const { id, weekendId, name, creatorId, rulesChanged, deleted } = event.data
  if (deleted || !rulesChanged || !(await isNotifiable(sql, event)) || (await isWeekendDeleted(sql, weekendId))) return
  await notifyMany(sql, membersExcept(creatorId, id), {
    weekendId,
    type: 'group-rules',
    title: `The rules of ${bidiIsolate(name)} have changed`,
    message: 'Changes apply to sessions that are still open.',
    cause: `group-rules/${id}/${event.sequence}`,
    groupId: id,
  })
})

/** Notifies a member of their approval or rejection, not of leaving by themselves. */
export const onMembershipDecided = on(membershipChanged, async (event, sql) => {
  const { groupId, userId, approvalStatus, deleted, rejected } = event.data
  const before = await memberships(sql).where({ group_id: groupId, user_id: userId }).first('is_approved')
  if (!before) return
  const isApproved = !deleted && approvalStatus === 'approved' && !before.is_approved
  if (!isApproved && !(deleted && rejected)) return
  if (!(await isNotifiable(sql, event)) || (await isWeekendDeleted(sql, event.data.weekendId))) return
  const group = await groups(sql).where({ id: groupId }).first('name', 'weekend_id')
  const weekendId = event.data.weekendId ?? group?.weekend_id ?? null
  const name = bidiIsolate(group?.name ?? 'the group')
  const text = isApproved
    ? { title: `You’re in: ${name} approved you`, message: 'Your points now count there.' }
    : { title: `You’re no longer in ${name}`, message: 'You’ve been removed from the group.' }
  const cause = `membership/${groupId}/${event.sequence}`
  await notify(sql, [{ userId, weekendId, type: 'membership', ...text, link: '/groups', cause, groupId }])
})

type Invitation = z.infer<typeof invitationChanged.data>

/** Builds the notification of an invitation for the invitee. */
const invitationNotification = async (
  sql: Transaction,
  inviteeId: string,
  invitation: Invitation,
): Promise<NewNotification> => {
  const { id, groupId, groupName, weekendId, inviterId } = invitation
  const [inviter, group] = [await nameForNotification(sql, inviterId), bidiIsolate(groupName)]
  const weekend = weekendId === null ? undefined : await weekends(sql).where({ id: weekendId }).first('name')
  const tipped = weekendId === null ? 'the season' : bidiIsolate(weekend?.name ?? 'the weekend')
  return {
    userId: inviteeId,
    weekendId,
    type: 'invitation',
    title: `${inviter} invites you to ${group}`,
    message: `${inviter} wants you to tip ${tipped} in the group ${group}.`,
    link: '/groups?tab=invitations',
    cause: `invitation/${id}`,
    namedUserId: inviterId,
    groupId,
  }
}

/** Builds the notification of the invitee's reply for the inviter. */
const replyNotification = async (
  sql: Transaction,
  inviteeId: string,
  invitation: Invitation,
): Promise<NewNotification> => {
  const { id, groupId, groupName, weekendId, inviterId, status } = invitation
  const title = `${await nameForNotification(sql, inviteeId)} ${status} your invitation`
  return {
    userId: inviterId,
    weekendId,
    type: 'invitation-answer',
    title,
    message: `${title} to ${bidiIsolate(groupName)}.`,
    link: '/groups',
    cause: `invitation-answer/${id}`,
    namedUserId: inviteeId,
    groupId,
  }
}

/** Notifies the invitee of an invitation, and the inviter of the reply. */
export const onInvitation = on(invitationChanged, async (event, sql) => {
  const { inviteeId, weekendId, status } = event.data
  if (inviteeId === null || !(await isNotifiable(sql, event)) || (await isWeekendDeleted(sql, weekendId))) return
  if (status === 'pending') await notify(sql, [await invitationNotification(sql, inviteeId, event.data)])
  if (status === 'accepted' || status === 'declined')
    await notify(sql, [await replyNotification(sql, inviteeId, event.data)])
})
