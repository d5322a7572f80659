import { z } from 'zod'
import { defineFact, weekendKey } from '../event.ts'
import {
  engagementEntrySchema,
  notificationSchema,
  pollResultSchema,
  pollStatsSchema,
  reactionCountsSchema,
  reactionSchema,
} from './http.ts'

type OfWeekend = { weekendId: number }
const ofWeekend = ({ weekendId }: OfWeekend): string => weekendKey(weekendId)

/** How the driver poll of a weekend stands; at most once a second. */
export const pollChanged = defineFact({
  type: 'engagement.poll-changed.v1',
  owner: 'engagement',
  data: z.object({ weekendId: z.number().int(), results: z.array(pollResultSchema), stats: pollStatsSchema }),
  subject: ({ weekendId }) => `poll/${weekendId}`,
  key: ofWeekend,
})

/** How the drivers of a weekend stand on the heat map is another than before. */
export const heatMapChanged = defineFact({
  type: 'engagement.heat-map-changed.v1',
  owner: 'engagement',
  data: z.object({ weekendId: z.number().int() }),
  subject: ({ weekendId }) => `heat-map/${weekendId}`,
  key: ofWeekend,
})

/** How often something was reacted to by now; `groupId` of a message in a group's chat. At most once a second each. */
export const reactionsCounted = defineFact({
  type: 'engagement.reactions-counted.v1',
  owner: 'engagement',
  data: z.object({
    weekendId: z.number().int(),
    groupId: z.number().int().nullable(),
    subject: z.object({ type: z.enum(['result', 'message']), id: z.number().int() }),
    counts: reactionCountsSchema,
  }),
  subject: ({ subject }) => `reactions/${subject.type}/${subject.id}`,
  key: ofWeekend,
})

/** What somebody has given a subject by now: their other screens show it. */
export const ownReactionsChanged = defineFact({
  type: 'engagement.own-reactions-changed.v1',
  owner: 'engagement',
  data: z.object({
    userId: z.string(),
    weekendId: z.number().int(),
    groupId: z.number().int().nullable(),
    subject: z.object({ type: z.enum(['result', 'message']), id: z.number().int() }),
    yours: z.array(reactionSchema),
  }),
  subject: ({ userId }) => `reactions-of/${userId}`,
  key: ({ userId }) => `user/${userId}`,
})

/** The engagement board of a weekend has a new version; at most one a second. */
export const engagementBoardChanged = defineFact({
  type: 'engagement.board-changed.v1',
  owner: 'engagement',
  data: z.object({
    weekendId: z.number().int(),
    version: z.number().int(),
    total: z.number().int(),
    /** The first twenty. */
    entries: z.array(engagementEntrySchema).max(20),
  }),
  subject: ({ weekendId }) => `engagement-board/${weekendId}`,
  key: ofWeekend,
})

/** Notifications that fans have now; those of one cause that concerns many come in several of these. */
export const notificationsMade = defineFact({
  type: 'engagement.notifications-made.v1',
  owner: 'engagement',
  data: z.object({
    notifications: z
      .array(notificationSchema.extend({ userId: z.string() }))
      .min(1)
      .max(1000),
  }),
  subject: ({ notifications }) => `notifications/${notifications[0]?.id}`,
  key: ({ notifications: [first] }) => (first?.weekendId ? weekendKey(first.weekendId) : 'notifications'),
})

/** What somebody has read, or what of theirs is gone: whoever counts unread ones counts again. */
export const notificationsRead = defineFact({
  type: 'engagement.notifications-read.v1',
  owner: 'engagement',
  data: z.object({
    userId: z.string(),
    /** Null where one was without a weekend: it counts in all. */
    weekendId: z.number().int().nullable(),
    /** Unread of that weekend and without one; null where `weekendId` is. */
    count: z.number().int().nullable(),
  }),
  subject: ({ userId }) => `notifications-of/${userId}`,
  key: ({ userId }) => `user/${userId}`,
})
