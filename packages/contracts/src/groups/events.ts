import { z } from 'zod'
import { instant } from '../common.ts'
import { defineState } from '../event.ts'
import { pointsSchema } from '../weekends/http.ts'

/**
 * A group, its memberships and its invitations stay in order, even when it moves to another weekend; two groups do not
 * wait for each other (ADR 17).
 */
const groupKey = (groupId: number): string => `group/${groupId}`

/** A group with its rules; deletion is a state too. Its invite code is not published. */
export const groupChanged = defineState({
  type: 'groups.group-changed.v1',
  owner: 'groups',
  data: z.object({
    id: z.number().int(),
    weekendId: z.number().int(),
    name: z.string(),
    description: z.string(),
    isPrivate: z.boolean(),
    creatorId: z.string(),
    createdAt: instant,
    /** The races that count; stored empty means all. */
    selectedRaceIds: z.array(z.number().int()),
    autoApproveInvites: z.boolean(),
    hidePointsUntilApproved: z.boolean(),
    preventPointsUntilApproved: z.boolean(),
    lockTipsAfterFirstEvent: z.boolean(),
    useCustomPointSystem: z.boolean(),
    /** By category id; categories left out have the group's standard points (docs/rules.md, Scoring). */
    customPointSystem: z.record(z.string().regex(/^[1-9]\d*$/), pointsSchema),
    /** Whether the rules differ from the previous state; false for a republished state. */
    rulesChanged: z.boolean(),
    deleted: z.boolean(),
  }),
  subject: (group) => `group/${group.id}`,
  key: ({ id }) => groupKey(id),
})

export const approvalStatusSchema = z.enum(['pending', 'approved'])
export const memberRoleSchema = z.enum(['admin', 'member'])

export const membershipSubject = ({ groupId, userId }: { groupId: number; userId: string }): string =>
  `membership/${groupId}/${userId}`

/**
 * A user's membership of a group. Pending members follow, tip and chat like others: approval concerns points alone.
 * `deleted` when they left or were rejected; joining again is a newer state of the same subject. A deleted group ends
 * its memberships without further events.
 */
export const membershipChanged = defineState({
  type: 'groups.membership-changed.v1',
  owner: 'groups',
  data: z.object({
    groupId: z.number().int(),
    weekendId: z.number().int(),
    userId: z.string(),
    role: memberRoleSchema,
    approvalStatus: approvalStatusSchema,
    joinedAt: instant,
    approvedAt: instant.nullable(),
    deleted: z.boolean(),
    /** Whether the group's admin ended it. */
    rejected: z.boolean().optional(),
  }),
  subject: membershipSubject,
  key: ({ groupId }) => groupKey(groupId),
})

export const invitationStatusSchema = z.enum(['pending', 'accepted', 'declined', 'withdrawn'])

/**
 * A user was invited to a group. `inviteeId` is null until a user has verified the invited address, which is not published.
 * A deleted group withdraws its pending ones; with a deleted weekend they end without further events.
 */
export const invitationChanged = defineState({
  type: 'groups.invitation-changed.v1',
  owner: 'groups',
  data: z.object({
    id: z.number().int(),
    groupId: z.number().int(),
    groupName: z.string(),
    weekendId: z.number().int(),
    inviterId: z.string(),
    inviteeId: z.string().nullable(),
    status: invitationStatusSchema,
    createdAt: instant,
  }),
  subject: (invitation) => `invitation/${invitation.id}`,
  key: ({ groupId }) => groupKey(groupId),
})
