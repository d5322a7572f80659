import { userKey, weekendKey } from '@purple-sector/contracts/event'
import { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { isolated } from '@purple-sector/contracts/isolated'
import type { Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { groups, memberships } from '../projections/group-projection.ts'
import { nameOfUser } from '../projections/user-projection.ts'
import { weekends } from '../projections/weekend-projection.ts'
import { isNotifiable } from './is-news.ts'
import { type News, notify } from './notify.ts'
import { membersBut, notifyEverybody } from './notify-everybody.ts'

const isGone = async (sql: Transaction, weekendId: number): Promise<boolean> =>
  (await lockAndCheckDeleted(sql, 'shared', weekendKey(weekendId))).isDeleted

/** What somebody is called, for others to read: whoever deletes their account waits, and takes it back with it. */
const nameToTell = async (sql: Transaction, userId: string): Promise<string> => {
  await lockAndCheckDeleted(sql, 'shared', userKey(userId))
  return isolated(await nameOfUser(sql, userId))
}

/** Tells the members of a group that its rules are others; who changed them knows. */
export const onRulesChanged = on(groupChanged, async (event, sql) => {
  const { id, weekendId, name, creatorId, rulesChanged, deleted } = event.data
  if (deleted || !rulesChanged || !(await isNotifiable(sql, event)) || (await isGone(sql, weekendId))) return
  await notifyEverybody(sql, membersBut(creatorId, id), {
    weekendId,
    type: 'group-rules',
    title: `The rules of ${isolated(name)} have changed`,
    message: 'Changes apply to sessions that are still open.',
    cause: `group-rules/${id}/${event.sequence}`,
    groupId: id,
  })
})

/** Tells a member that they were approved, or rejected; who leaves knows. */
export const onMemberJudged = on(membershipChanged, async (event, sql) => {
  const { groupId, userId, weekendId, approvalStatus, deleted, rejected } = event.data
  const before = await memberships(sql).where({ group_id: groupId, user_id: userId }).first('is_approved')
  if (!before) return
  const isApproved = !deleted && approvalStatus === 'approved' && !before.is_approved
  if (!isApproved && !(deleted && rejected)) return
  if (!(await isNotifiable(sql, event)) || (await isGone(sql, weekendId))) return
  const group = await groups(sql).where({ id: groupId }).first('name')
  const name = isolated(group?.name ?? 'the group')
  const words = isApproved
    ? { title: `You’re in: ${name} approved you`, message: 'Your points now count there.' }
    : { title: `You’re no longer in ${name}`, message: 'You’ve been removed from the group.' }
  const cause = `membership/${groupId}/${event.sequence}`
  await notify(sql, [{ userId, weekendId, type: 'membership', ...words, link: '/groups', cause, groupId }])
})

type Invitation = z.infer<typeof invitationChanged.data>

/** Somebody is invited: in the words of who invites them. */
const invitationTo = async (sql: Transaction, inviteeId: string, invitation: Invitation): Promise<News> => {
  const { id, groupId, groupName, weekendId, inviterId } = invitation
  const [inviter, group] = [await nameToTell(sql, inviterId), isolated(groupName)]
  const weekend = await weekends(sql).where({ id: weekendId }).first('name')
  return {
    userId: inviteeId,
    weekendId,
    type: 'invitation',
    title: `${inviter} invites you to ${group}`,
    message: `${inviter} wants you to tip ${isolated(weekend?.name ?? 'the weekend')} in the group ${group}.`,
    link: '/groups?tab=invitations',
    cause: `invitation/${id}`,
    namesUserId: inviterId,
    groupId,
  }
}

/** Somebody has answered who invited them. */
const answerOf = async (sql: Transaction, inviteeId: string, invitation: Invitation): Promise<News> => {
  const { id, groupId, groupName, weekendId, inviterId, status } = invitation
  const title = `${await nameToTell(sql, inviteeId)} ${status} your invitation`
  return {
    userId: inviterId,
    weekendId,
    type: 'invitation-answer',
    title,
    message: `${title} to ${isolated(groupName)}.`,
    link: '/groups',
    cause: `invitation-answer/${id}`,
    namesUserId: inviteeId,
    groupId,
  }
}

/** Tells who is invited, and once they have answered, who invited them. */
export const onInvitation = on(invitationChanged, async (event, sql) => {
  const { inviteeId, weekendId, status } = event.data
  if (inviteeId === null || !(await isNotifiable(sql, event)) || (await isGone(sql, weekendId))) return
  if (status === 'pending') await notify(sql, [await invitationTo(sql, inviteeId, event.data)])
  if (status === 'accepted' || status === 'declined') await notify(sql, [await answerOf(sql, inviteeId, event.data)])
})
