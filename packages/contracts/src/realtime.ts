import { z } from 'zod'
import { liveTimingStatusSchema } from './admin/http.ts'
import { timingChangesSchema, timingSchema } from './admin/live-timing.ts'
import { reportSchema } from './admin/reports.ts'
import { categoryName } from './category-schema.ts'
import { authorSchema, messageSchema, roomRef, roomSchema } from './chat/http.ts'
import {
  engagementEntrySchema,
  notificationSchema,
  pollResultSchema,
  pollStatsSchema,
  reactionCountsSchema,
  reactionSchema,
} from './engagement/http.ts'
import { entrySchema, provisionalEntrySchema } from './tipping/http.ts'
import { seasonEntrySchema, seasonStandingSchema } from './tipping/seasons.ts'
import { categorySchema, raceSchema, resultStatusSchema, weekendSchema } from './weekends/http.ts'

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of a client's frame may be in `data`, as in the server's frames, or beside `type`. */
const withoutData = (frame: unknown): unknown =>
  isObject(frame) && 'data' in frame && isObject(frame.data) ? { ...frame.data, ...frame } : frame

/** Client → server frames of `/ws` (docs/contract.md, Realtime). */
export const clientFrameSchema = z.preprocess(
  withoutData,
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('subscribe'),
      /** Null if there is no weekend yet: frames for everyone are sent all the same. */
      weekendId: z.number().int().positive().nullable(),
      groupIds: z.array(z.number().int().positive()).max(100).default([]),
      /** The season whose leaderboards the client shows: the open one, and those of `groupIds`. */
      seasonId: z.number().int().positive().optional(),
      /** Whether to be notified of changes in the trackside or team lists. */
      community: z.boolean().optional(),
      /** Whether to receive the projected leaderboards. */
      projected: z.boolean().optional(),
      /** Whether to receive only the changes of live timing, once it is completely known. */
      timingChanges: z.boolean().optional(),
    }),
    z.object({ type: z.literal('ping') }),
  ]),
)
export type ClientFrame = z.infer<typeof clientFrameSchema>

const frame = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    data,
    seq: z.number().int().optional(),
    epoch: z.string(),
    /**
     * Time of the racing event in the frame: a client with a spoiler delay shows it that much later. None without
     * racing.
     */
    at: z.string().optional(),
  })

const raceName = z.object({
  id: z.number().int(),
  name: z.string(),
  category: categoryName,
  weekendId: z.number().int(),
})

const laterRevision = z.object({
  race: raceName,
  revision: z.number().int(),
  status: resultStatusSchema,
  reason: z.string().nullable(),
})

/** Server → client frames of `/ws`. */
export const serverFrameSchema = z.discriminatedUnion('type', [
  frame('hello', z.object({ userId: z.string(), serverTime: z.string() })),
  frame(
    'subscribed',
    z.object({
      weekendId: z.number().int().nullable(),
      groupIds: z.array(z.number().int()),
      /** Only if the subscription named one; null for a season that does not exist. */
      seasonId: z.number().int().nullable().optional(),
      /**
       * How long, in ms, nothing that concerns the client has changed, except for the states that follow: 60,000 at
       * most.
       */
      unchangedForMs: z.number().int(),
    }),
  ),
  frame(
    'leaderboard_update',
    z.object({
      weekendId: z.number().int(),
      groupId: z.number().int().nullable(),
      version: z.number().int(),
      entries: z.array(entrySchema),
      total: z.number().int(),
    }),
  ),
  frame(
    'my_standing',
    z.object({
      weekendId: z.number().int(),
      groupId: z.number().int().nullable(),
      version: z.number().int(),
      position: z.number().int().nullable(),
      shared: z.boolean(),
      totalPoints: z.number().int().nullable(),
      positionChange: z.number().int(),
    }),
  ),
  frame(
    'season_leaderboard',
    z.object({
      seasonId: z.number().int(),
      groupId: z.number().int().nullable(),
      version: z.number().int(),
      entries: z.array(seasonEntrySchema),
      total: z.number().int(),
    }),
  ),
  frame(
    'my_season',
    z.object({
      seasonId: z.number().int(),
      groupId: z.number().int().nullable(),
      version: z.number().int(),
      ...seasonStandingSchema.omit({ userId: true }).shape,
    }),
  ),
  frame('race_completed', z.object({ race: raceName, revision: z.number().int() })),
  frame('result_corrected', laterRevision),
  frame('result_status', laterRevision),
  frame('race_status', raceSchema),
  frame(
    'weekend_updated',
    z.object({ weekend: weekendSchema, deleted: z.boolean(), racesChanged: z.boolean(), carsChanged: z.boolean() }),
  ),
  frame('categories_updated', z.object({ categories: z.array(categorySchema) })),
  frame(
    'group_updated',
    z.object({
      groupId: z.number().int(),
      /** Null while a season group waits for its next round. */
      weekendId: z.number().int().nullable(),
      deleted: z.boolean(),
      membersChanged: z.boolean(),
      rulesChanged: z.boolean(),
    }),
  ),
  frame('invitations_updated', z.object({ groupId: z.number().int() })),
  frame('chat_message', messageSchema),
  frame('chat_messages', z.object({ messages: z.array(messageSchema) })),
  frame('chat_message_deleted', z.object({ id: z.number().int(), ...roomRef })),
  frame('chat_room', z.object({ ...roomRef, slowModeSeconds: z.number().int(), messageCount: z.number().int() })),
  frame(
    'chat_people',
    z.object({
      ...roomRef,
      people: z.array(z.object({ userId: z.string(), userName: z.string(), user: authorSchema })),
    }),
  ),
  frame('chat_muted', z.object({ muted: roomSchema.shape.muted })),
  frame('user_updated', z.object({ userId: z.string() })),
  frame('community_updated', z.object({})),
  frame(
    'poll_update',
    z.object({ weekendId: z.number().int(), results: z.array(pollResultSchema), stats: pollStatsSchema }),
  ),
  frame('heat_map_updated', z.object({ weekendId: z.number().int() })),
  frame(
    'engagement_update',
    z.object({
      weekendId: z.number().int(),
      groupId: z.number().int().nullable(),
      subject: z.object({ type: z.enum(['result', 'message']), id: z.number().int() }),
      counts: reactionCountsSchema,
    }),
  ),
  frame(
    'own_reactions',
    z.object({
      weekendId: z.number().int(),
      groupId: z.number().int().nullable(),
      subject: z.object({ type: z.enum(['result', 'message']), id: z.number().int() }),
      yours: z.array(reactionSchema),
    }),
  ),
  frame(
    'engagement_board',
    z.object({
      weekendId: z.number().int(),
      version: z.number().int(),
      total: z.number().int(),
      entries: z.array(engagementEntrySchema),
    }),
  ),
  frame('live_timing_status', liveTimingStatusSchema.omit({ clientCount: true })),
  frame('timing_update', timingSchema),
  /** Instead of `timing_update`, for clients that requested it and have the state that it builds on. */
  frame('timing_changes', timingChangesSchema),
  /** For clients that requested it; `raceId` null if no session runs any more, or timing is paused. */
  frame(
    'projected_leaderboard',
    z.object({
      weekendId: z.number().int(),
      groupId: z.number().int().nullable(),
      raceId: z.number().int().nullable(),
      sequence: z.number().int().nullable(),
      entries: z.array(provisionalEntrySchema),
      total: z.number().int(),
    }),
  ),
  /** For administrators only. */
  frame('report_progress', reportSchema),
  frame('notification', notificationSchema),
  frame('notification_count', z.object({ weekendId: z.number().int().nullable(), count: z.number().int().nullable() })),
  /** The gateway is draining: a client that understands it opens another connection and closes this one afterwards. */
  frame('reconnect', z.object({})),
  frame('pong', z.object({ serverTime: z.string() })),
  frame('error', z.object({ code: z.string(), message: z.string() })),
])
export type ServerFrame = z.infer<typeof serverFrameSchema>
export type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>
