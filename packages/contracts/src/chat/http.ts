import { z } from 'zod'
import { avatarConfigSchema, idSchema, instant, instantInput } from '../common.ts'
import { cleanLine, lineInput } from '../text.ts'

const MAX_MESSAGE = 1_000
export const MAX_MESSAGES_IN_10_S = 5
/** Unread messages are counted up to this; a screen shows "99+". */
export const MAX_UNREAD = 100

/** A chat room: of a weekend for everyone, or of a group for its members. */
export const roomTypeSchema = z.enum(['weekend', 'group'])
export type RoomType = z.infer<typeof roomTypeSchema>

/** A room as replies and frames name it: one of the two is null. */
export const roomRef = { weekendId: z.number().int().nullable(), groupId: z.number().int().nullable() }

/** The current display data of a message's author. All null for a deleted account. */
export const authorSchema = z.object({
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  trackStatus: z.enum(['at_track', 'away']).nullable(),
  chatStatus: z.string().nullable(),
  avatarConfig: avatarConfigSchema.nullable(),
})
export type Author = z.infer<typeof authorSchema>

export const messageSchema = z
  .object({
    /** Rises within a room in the order of its messages. */
    id: z.number().int(),
    ...roomRef,
    userId: z.string(),
    /** The display name; "Anonymous" without one, or for a deleted account. */
    userName: z.string(),
    message: z.string(),
    createdAt: instant,
    user: authorSchema,
    /** The `Idempotency-Key` it was sent with, by which its sender recognizes it; null without one. */
    sentAs: z.string().nullable(),
  })
  .meta({
    id: 'Message',
    description:
      'Ids rise within a room in the order of its messages. `userName` is the display name, and `user` has the names as the user is called now; "Anonymous" and nulls for users who have no account any more. `sentAs` is the `Idempotency-Key` it was sent with, or null.',
  })
export type Message = z.infer<typeof messageSchema>

export const sendMessageBody = z.object({
  message: z
    .string()
    .max(10 * MAX_MESSAGE, 'A message has at most 1,000 characters')
    .normalize('NFC')
    .overwrite(cleanLine)
    .trim()
    .min(1, { error: 'Please type a message', abort: true })
    .max(MAX_MESSAGE, 'A message has at most 1,000 characters')
    .meta({
      description: 'Line breaks become spaces; control and invisible characters, and piles of accents, are removed',
    }),
})
export type SendMessageBody = z.infer<typeof sendMessageBody>

/** The newest `limit` messages; with `before` those below that id, with `after` the oldest above it. Oldest first. */
export const messagesQuery = z
  .object({
    limit: idSchema.pipe(z.number().max(200)).default(100),
    before: idSchema.optional(),
    after: idSchema.optional(),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, {
    path: ['before'],
    error: 'Please ask for messages before or after one, not both',
  })
export type MessagesQuery = z.infer<typeof messagesQuery>

/** The state of a room for the caller, besides its messages. */
export const roomSchema = z
  .object({
    ...roomRef,
    /** Minimum seconds between two messages of one user; 0 for none. */
    slowModeSeconds: z.number().int(),
    messageCount: z.number().int(),
    /** The caller's last read message; null without one. */
    lastReadId: z.number().int().nullable(),
    /** Messages of others above it, counted up to `MAX_UNREAD`; in a group since the caller joined. */
    unread: z.number().int(),
    /** The caller's own mute, which applies in every room; null without one. */
    muted: z.object({ until: instant, reason: z.string() }).nullable(),
  })
  .meta({
    id: 'Room',
    description:
      '`unread` counts what others wrote above `lastReadId`, up to 100; `muted` is the caller’s own mute, or null.',
  })
export type Room = z.infer<typeof roomSchema>

export const roomsQuery = z.object({ weekendId: idSchema.optional() })
export const markReadBody = z.object({ messageId: z.number().int().positive() })

export const groupMessageParams = z.object({ id: idSchema, messageId: idSchema })
const reason = lineInput(500, 'A reason has at most 500 characters').min(1, 'Please give a reason')
export const deleteMessageBody = z.object({ reason })
/** The group's admin gives a reason for another user's message; their own needs none. */
export const deleteGroupMessageBody = z.object({ reason: reason.optional() }).nullish()

// Moderation

export const moderatedMessageParams = z.object({ type: roomTypeSchema, messageId: idSchema })
export const moderatedRoomParams = z.object({ type: roomTypeSchema, id: idSchema })
export const mutedUserParams = z.object({ userId: z.string().min(1).max(100) })

/** A message as moderators see it. */
export const moderatedMessageSchema = messageSchema
  .extend({
    /** Name of the group or weekend; null for a deleted one. */
    roomName: z.string().nullable(),
    deleted: z.object({ at: instant, by: z.string(), reason: z.string().nullable() }).nullable(),
  })
  .meta({
    id: 'ModeratedMessage',
    description: '`roomName` is the name of the group or of the weekend; `deleted` is null for a visible message.',
  })
export type ModeratedMessage = z.infer<typeof moderatedMessageSchema>

export const moderationQuery = z.object({
  type: roomTypeSchema.optional(),
  weekendId: idSchema.optional(),
  groupId: idSchema.optional(),
  userId: z.string().max(100).optional(),
  q: z.string().trim().max(100).optional(),
  before: idSchema.optional(),
  limit: idSchema.pipe(z.number().max(200)).default(50),
})
export type ModerationQuery = z.infer<typeof moderationQuery>

/** Up to 100 ids, separated by commas. */
export const chatPeopleQuery = z.object({
  ids: z
    .string()
    .max(5_000)
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.string().min(1).max(100)).max(100)),
})
/** A user in the moderation log, which stores ids that outlive an account. */
export const chatPersonSchema = z.object({ userId: z.string(), userName: z.string() }).meta({ id: 'ChatPerson' })
export type ChatPerson = z.infer<typeof chatPersonSchema>

export const MAX_MUTED_DAYS = 7
export const muteBody = z.object({ until: instantInput, reason })
export type MuteBody = z.infer<typeof muteBody>
export const muteSchema = z
  .object({ userId: z.string(), userName: z.string(), until: instant, reason: z.string(), by: z.string(), at: instant })
  .meta({ id: 'Mute' })
export type Mute = z.infer<typeof muteSchema>

export const slowModeBody = z.object({ slowModeSeconds: z.number().int().min(0).max(300) })
export const slowModeReply = z.object({ ...roomRef, slowModeSeconds: z.number().int() })

/** A message that a group's admin removed from its chat. */
export const groupDeletionSchema = z
  .object({
    messageId: z.number().int(),
    userName: z.string(),
    message: z.string(),
    at: instant,
    by: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'GroupDeletion' })
