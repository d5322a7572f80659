import { z } from 'zod'
import { instant } from '../common.ts'
import { defineState } from '../event.ts'
import { pointsSchema } from '../weekends/http.ts'
import { missedWeekendSchema } from '../weekends/seasons.ts'

/**
 * A group, its memberships and its invitations stay in order, even when it moves to another weekend; two groups do not
 * wait for each other (ADR 17).
 */
const groupKey = (groupId: number): string => `group/${groupId}`

/** What rounds from before a user joined a season group are for them: nothing, or missed weekends. */
export const lateJoinersSchema = z.enum(['none', 'missed'])

/** A weekend that a group has a leaderboard in, with the races that count there; empty means all. */
export const groupWeekendSchema = z.object({
  weekendId: z.number().int(),
  selectedRaceIds: z.array(z.number().int()),
})

const groupState = z.object({
  id: z.number().int(),
  /** The group's weekend; of a season group the current one, null while it waits for its next round. */
  weekendId: z.number().int().nullable(),
  name: z.string(),
  description: z.string(),
  isPrivate: z.boolean(),
  creatorId: z.string(),
  createdAt: instant,
  /** The races of `weekendId` that count; stored empty means all. */
  selectedRaceIds: z.array(z.number().int()),
  /** Whether it continues with every weekend of the season (docs/rules.md, Season groups). */
  allSeason: z.boolean().default(false),
  seasonId: z.number().int().nullable().default(null),
  /** The rules of the group's season; null unless `allSeason`. */
  seasonRules: z
    .object({
      countBest: z.number().int().nullable(),
      missedWeekend: missedWeekendSchema,
      lateJoiners: lateJoinersSchema,
    })
    .nullable()
    .default(null),
  /** Every weekend that it has a scope in, in the order in which they were opened. */
  weekends: z.array(groupWeekendSchema),
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
})

const groupOfOneWeekend = z.looseObject({
  weekendId: groupState.shape.weekendId,
  selectedRaceIds: groupState.shape.selectedRaceIds,
  weekends: z.undefined().optional(),
})

/** A group published before season groups existed has one weekend. */
const withWeekends = (state: unknown): unknown => {
  const { success, data } = groupOfOneWeekend.safeParse(state)
  if (!success) return state
  const { weekendId, selectedRaceIds } = data
  return { ...data, weekends: weekendId === null ? [] : [{ weekendId, selectedRaceIds }] }
}

/** A group with its rules; deletion is a state too. Its invite code is not published. */
export const groupChanged = defineState({
  type: 'groups.group-changed.v1',
  owner: 'groups',
  data: z.preprocess(withWeekends, groupState),
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
    /** The group's weekend; null of a season group, whose members take part in every weekend of it. */
    weekendId: z.number().int().nullable(),
    userId: z.string(),
    role: memberRoleSchema,
    approvalStatus: approvalStatusSchema,
    joinedAt: instant,
    approvedAt: instant.nullable(),
    deleted: z.boolean(),
    /** Whether the group's admin ended it. */
    rejected: z.boolean().optional(),
    /** Whether it ended because the account was deleted. */
    accountDeleted: z.boolean().optional(),
    /** Whether the member's tips in the open competition are handed in here too (docs/rules.md, Tips). */
    usesOpenTips: z.boolean().default(false),
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
    /** The group's weekend; null of a season group. */
    weekendId: z.number().int().nullable(),
    inviterId: z.string(),
    inviteeId: z.string().nullable(),
    status: invitationStatusSchema,
    createdAt: instant,
  }),
  subject: (invitation) => `invitation/${invitation.id}`,
  key: ({ groupId }) => groupKey(groupId),
})
