import { z } from 'zod'
import { categoryName } from '../category-schema.ts'
import { avatarConfigSchema, day, idSchema, instant, ofGiven } from '../common.ts'
import { emailInput, nameInput } from '../identity/http.ts'
import { paragraphInput } from '../text.ts'
import { approvalStatusSchema, invitationStatusSchema, memberRoleSchema } from './events.ts'

export const MAX_GROUPS_OF_A_CREATOR = 50
export const MAX_MEMBERS = 5_000
export const MAX_INVITATIONS_AN_HOUR = 50

const groupPoints = z.object({ first: z.number().int(), second: z.number().int(), third: z.number().int() })

/** A group as one of its members sees it; others are told that there is none. */
export const groupSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    isPrivate: z.boolean(),
    weekendId: z.number().int(),
    /** Saved empty means all; ids of races that were deleted stay (docs/rules.md, Races). */
    selectedRaceIds: z.array(z.number().int()),
    autoApproveInvites: z.boolean(),
    hidePointsUntilApproved: z.boolean(),
    preventPointsUntilApproved: z.boolean(),
    lockTipsAfterFirstEvent: z.boolean(),
    useCustomPointSystem: z.boolean(),
    /** By the present name of the category. */
    customPointSystem: z.record(categoryName, groupPoints),
    creatorId: z.string(),
    creatorName: z.string(),
    inviteCode: z.string(),
    /** Pending ones too. */
    memberCount: z.number().int(),
    /** Told to the group's admin, null to others. */
    pendingCount: z.number().int().nullable(),
    isAdmin: z.boolean(),
    /** The caller's own. */
    approvalStatus: approvalStatusSchema,
    createdAt: instant,
  })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof groupSchema>

/** A group's own points: whole numbers 1 to 300 (docs/rules.md, Groups); a form takes 1 to 100, presets reach 300. */
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
})
export type CreateGroupBody = z.infer<typeof createGroupBody>
/** With another `weekendId` and no `selectedRaceIds`, all races of that weekend count. */
export const patchGroupBody = z.object(groupFields).partial()
export type PatchGroupBody = z.infer<typeof patchGroupBody>

export const memberSchema = z
  .object({
    userId: z.string(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** Verified; told to the group's admin, null to others. */
    email: z.string().nullable(),
    joinedAt: instant,
    approvedAt: instant.nullable(),
    approvalStatus: approvalStatusSchema,
    role: memberRoleSchema,
    avatarConfig: avatarConfigSchema.nullable(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof memberSchema>

export const memberParams = z.object({ id: idSchema, userId: z.string().min(1).max(100) })

/** The caller's own membership of a group. */
export const ownMembershipSchema = z.object({ groupId: z.number().int(), approvalStatus: approvalStatusSchema })
export type OwnMembership = z.infer<typeof ownMembershipSchema>

export const inviteCodeParams = z.object({ inviteCode: z.string().min(1).max(64) })
export const joinReply = z.object({ group: groupSchema, approvalStatus: approvalStatusSchema })
export type JoinReply = z.infer<typeof joinReply>

/** What a visitor sees of a group before signing in. */
export const groupPreviewSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    memberCount: z.number().int(),
    isPrivate: z.boolean(),
    weekend: z.object({ name: z.string(), startDate: day }),
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
    /** As it was typed; to whoever invited and the group's admin, and to the invited person their own. */
    inviteeEmail: z.string().nullable(),
    inviteeName: z.string().nullable(),
    status: invitationStatusSchema,
    createdAt: instant,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitationSchema>

/** What the groups page opens with: the caller's groups, and the invitations that wait for their answer. */
export const groupsOverviewSchema = z
  .object({ groups: z.array(groupSchema), invitations: z.array(invitationSchema) })
  .meta({ id: 'GroupsOverview' })
export type GroupsOverview = z.infer<typeof groupsOverviewSchema>

export const inviteByMailBody = z.object({ inviteeEmail: emailInput })
export const inviteUserBody = z.object({ userId: z.string().min(1).max(100) })
export const answerInvitationBody = z.object({ status: z.enum(['accepted', 'declined']) })
export const invitationParams = z.object({ id: idSchema, invitationId: idSchema })
