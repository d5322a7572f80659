import { z } from 'zod'
import { categoryName } from '../category-schema.ts'
import { avatarConfigSchema, day, idSchema, instant, ofGiven } from '../common.ts'
import { emailInput, nameInput } from '../identity/http.ts'
import { paragraphInput } from '../text.ts'
import { MAX_ROUNDS, missedWeekendSchema } from '../weekends/seasons.ts'
import {
  approvalStatusSchema,
  groupWeekendSchema,
  invitationStatusSchema,
  lateJoinersSchema,
  memberRoleSchema,
} from './events.ts'

export const MAX_GROUPS_OF_A_CREATOR = 50
export const MAX_MEMBERS = 5_000
export const MAX_INVITATIONS_AN_HOUR = 50

const groupPoints = z.object({ first: z.number().int(), second: z.number().int(), third: z.number().int() })

/** A group as its members see it; other users get a 404. */
export const groupSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    isPrivate: z.boolean(),
    /** Of a season group the current weekend; null while it waits for its next round. */
    weekendId: z.number().int().nullable(),
    /** Of `weekendId`. Empty means all races; ids of deleted races stay (docs/rules.md, Races). */
    selectedRaceIds: z.array(z.number().int()),
    allSeason: z.boolean(),
    seasonId: z.number().int().nullable(),
    countBest: z.number().int().nullable(),
    missedWeekend: missedWeekendSchema.nullable(),
    lateJoiners: lateJoinersSchema.nullable(),
    /** Every weekend in which it has a leaderboard, in the order in which they were opened. */
    weekends: z.array(groupWeekendSchema),
    autoApproveInvites: z.boolean(),
    hidePointsUntilApproved: z.boolean(),
    preventPointsUntilApproved: z.boolean(),
    lockTipsAfterFirstEvent: z.boolean(),
    useCustomPointSystem: z.boolean(),
    /** By current category name. */
    customPointSystem: z.record(categoryName, groupPoints),
    creatorId: z.string(),
    creatorName: z.string(),
    inviteCode: z.string(),
    /** Includes pending members. */
    memberCount: z.number().int(),
    /** Null for everyone but the group's admin. */
    pendingCount: z.number().int().nullable(),
    isAdmin: z.boolean(),
    /** The approval status of the caller. */
    approvalStatus: approvalStatusSchema,
    /** Whether the caller's tips in the open competition are handed in here too. */
    usesOpenTips: z.boolean(),
    createdAt: instant,
  })
  .meta({
    id: 'Group',
    description:
      '`memberCount` includes pending members; `pendingCount` is null unless `isAdmin`; `approvalStatus` and `usesOpenTips` are the caller’s own. A request may name a category of `customPointSystem` by any of its spellings, a reply uses its current name; one that is left out has 25, 18 and 15. `selectedRaceIds` may keep ids of deleted sessions; empty means all, and with another `weekendId` it starts empty. A season group (`allSeason`) has a leaderboard in each of `weekends`; `weekendId` is the current one, null while it waits for its next round, and in its `PATCH` says which weekend `selectedRaceIds` is about. `seasonId`, `countBest`, `missedWeekend` and `lateJoiners` are null in other groups; `countBest` null in a season group means all rounds. In a `PATCH`, null for `weekendId`, `missedWeekend` or `lateJoiners` changes nothing.',
  })
export type Group = z.infer<typeof groupSchema>

/** Points of a group's own: integers 1 to 300 (docs/rules.md, Groups). Forms accept 1 to 100, presets reach 300. */
const customPoints = z.number().int().min(1).max(300)
export const customPointSystemInput = z.record(
  z.string().trim().min(1).max(100).meta({ description: 'A category by its id, name, short name or an alias' }),
  z.object({ first: customPoints, second: customPoints, third: customPoints }),
)

const groupFields = {
  name: nameInput.min(1, 'Group name is required').max(50, 'Group name must be under 50 characters'),
  description: paragraphInput(200, 'Description must be under 200 characters'),
  weekendId: z
    .number({ error: ofGiven('Please select a race weekend') })
    .int()
    .min(1, 'Please select a race weekend'),
  selectedRaceIds: z.array(z.number().int().positive()).max(500),
  isPrivate: z.boolean(),
  autoApproveInvites: z.boolean(),
  hidePointsUntilApproved: z.boolean(),
  preventPointsUntilApproved: z.boolean(),
  lockTipsAfterFirstEvent: z.boolean(),
  useCustomPointSystem: z.boolean(),
  customPointSystem: customPointSystemInput,
  allSeason: z.boolean(),
  countBest: z.number().int().min(1).max(MAX_ROUNDS).nullable(),
  missedWeekend: missedWeekendSchema,
  lateJoiners: lateJoinersSchema,
}
/** The rules of a season group; those left out begin as the season's. */
const seasonRuleFields = {
  countBest: groupFields.countBest.optional(),
  missedWeekend: groupFields.missedWeekend.optional(),
  lateJoiners: groupFields.lateJoiners.optional(),
}
export const createGroupBody = z.object({
  name: groupFields.name,
  description: groupFields.description.default(''),
  weekendId: groupFields.weekendId,
  selectedRaceIds: groupFields.selectedRaceIds.default([]),
  isPrivate: groupFields.isPrivate.default(false),
  autoApproveInvites: groupFields.autoApproveInvites.default(false),
  hidePointsUntilApproved: groupFields.hidePointsUntilApproved.default(false),
  preventPointsUntilApproved: groupFields.preventPointsUntilApproved.default(false),
  lockTipsAfterFirstEvent: groupFields.lockTipsAfterFirstEvent.default(false),
  useCustomPointSystem: groupFields.useCustomPointSystem.default(false),
  customPointSystem: groupFields.customPointSystem.default({}),
  allSeason: groupFields.allSeason.default(false),
  ...seasonRuleFields,
})
export type CreateGroupBody = z.infer<typeof createGroupBody>
/**
 * A new `weekendId` without `selectedRaceIds` selects all races of that weekend. Null, as replies have it for a group of one
 * weekend or one that waits for its next round, changes nothing; but `countBest` is null for all rounds.
 */
export const patchGroupBody = z
  .object({
    ...groupFields,
    weekendId: groupFields.weekendId.nullable(),
    missedWeekend: groupFields.missedWeekend.nullable(),
    lateJoiners: groupFields.lateJoiners.nullable(),
  })
  .partial()
export type PatchGroupBody = z.infer<typeof patchGroupBody>

export const memberSchema = z
  .object({
    userId: z.string(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** The verified address; null for everyone but the group's admin. */
    email: z.string().nullable(),
    joinedAt: instant,
    approvedAt: instant.nullable(),
    approvalStatus: approvalStatusSchema,
    role: memberRoleSchema,
    /** The caller's own setting; false in other members' rows. */
    usesOpenTips: z.boolean(),
    avatarConfig: avatarConfigSchema.nullable(),
  })
  .meta({
    id: 'Member',
    description:
      '`email`, if it is verified, for the group’s admin alone, else null. `usesOpenTips` is the caller’s own setting, and false in rows of others.',
  })
export type Member = z.infer<typeof memberSchema>

export const memberParams = z.object({ id: idSchema, userId: z.string().min(1).max(100) })

/** The caller's membership of a group. */
export const ownMembershipSchema = z.object({
  groupId: z.number().int(),
  approvalStatus: approvalStatusSchema,
  usesOpenTips: z.boolean(),
})
export type OwnMembership = z.infer<typeof ownMembershipSchema>

/** A member's own settings in a group. */
export const patchOwnMembershipBody = z.object({ usesOpenTips: z.boolean() })
export type PatchOwnMembershipBody = z.infer<typeof patchOwnMembershipBody>

/** One of the group's weekends; without it the current one. */
export const groupWeekendQuery = z.object({ weekendId: idSchema.optional() })

export const inviteCodeParams = z.object({ inviteCode: z.string().min(1).max(64) })
export const joinReply = z.object({ group: groupSchema, approvalStatus: approvalStatusSchema })
export type JoinReply = z.infer<typeof joinReply>

/** The part of a group that visitors see before signing in. */
export const groupPreviewSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    memberCount: z.number().int(),
    isPrivate: z.boolean(),
    /** Null while a season group waits for its next round. */
    weekend: z.object({ name: z.string(), startDate: day }).nullable(),
    allSeason: z.boolean(),
    /** Of a season group: the number of rounds that count; null for all. Null in other groups. */
    countBest: z.number().int().nullable(),
  })
  .meta({ id: 'GroupPreview' })
export type GroupPreview = z.infer<typeof groupPreviewSchema>

export const invitationSchema = z
  .object({
    id: z.number().int(),
    groupId: z.number().int(),
    groupName: z.string(),
    groupDescription: z.string(),
    inviterName: z.string(),
    inviterEmail: z.string().nullable(),
    /** As typed. Visible to the inviting member, the group's admin, and the invited user; null for others. */
    inviteeEmail: z.string().nullable(),
    inviteeName: z.string().nullable(),
    status: invitationStatusSchema,
    createdAt: instant,
  })
  .meta({
    id: 'Invitation',
    description:
      '`PATCH` takes `accepted` or `declined`. Only if the inviter has no name, `inviterName` is empty and `inviterEmail` given. A fan who invited an address reads it as they typed it and without a name: the reply does not reveal whose address it is.',
  })
export type Invitation = z.infer<typeof invitationSchema>

/** Data of the groups page: the caller's groups and their pending invitations. */
export const groupsOverviewSchema = z
  .object({ groups: z.array(groupSchema), invitations: z.array(invitationSchema) })
  .meta({ id: 'GroupsOverview' })
export type GroupsOverview = z.infer<typeof groupsOverviewSchema>

export const inviteByMailBody = z.object({ inviteeEmail: emailInput })
export const inviteUserBody = z.object({ userId: z.string().min(1).max(100) })
export const answerInvitationBody = z.object({ status: z.enum(['accepted', 'declined']) })
export const invitationParams = z.object({ id: idSchema, invitationId: idSchema })
