import { z } from 'zod'

/** The parts of the replies and frames that the player reads, as the public contract states them. */
const id = z.int().positive()
const instant = z.iso.datetime({ precision: 3 }).transform((text) => Date.parse(text))
const picks = z.object({ first: z.int(), second: z.int(), third: z.int() })

export const errorReply = z.object({ code: z.string(), message: z.string() })

export const userReply = z.object({
  id: z.string().min(1),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isAdmin: z.boolean(),
  profileImageUrl: z.string().nullable(),
  avatarConfig: z.unknown(),
})

export const weekendReply = z.object({ id, name: z.string(), status: z.string(), isActive: z.boolean() })

export const raceReply = z.object({
  id,
  categoryId: id,
  category: z.string(),
  name: z.string(),
  raceNumber: z.int(),
  status: z.string(),
  startTime: instant.nullable(),
  deadline: instant.nullable(),
  locked: z.boolean(),
  pointsAwarded: z.object({ first: z.int(), second: z.int(), third: z.int() }),
  resultRevision: z.int().nullable(),
  resultStatus: z.string().nullable(),
  resultReason: z.string().nullable(),
})

export const categoryReply = z.object({
  id,
  name: z.string(),
  shortName: z.string(),
  aliases: z.array(z.string()),
  isMain: z.boolean(),
  archived: z.boolean(),
})

export const carReply = z.object({
  id,
  categoryId: id,
  category: z.string(),
  plate: z.string(),
  number: z.int(),
  driver: z.string(),
  coDriver: z.string().nullable(),
  team: z.string(),
  status: z.string(),
  withdrawn: z.boolean(),
})

export const resultReply = z.object({
  raceId: id,
  revision: z.int().positive(),
  status: z.string(),
  reason: z.string().nullable(),
  publishedAt: z.string(),
  classification: z.array(
    z.object({
      carId: id,
      place: z.int().nullable(),
      car: z.object({ plate: z.string(), number: z.int(), driver: z.string(), team: z.string() }),
    }),
  ),
})

export const tipReply = z.object({
  id,
  categoryId: id,
  category: z.string(),
  groupId: id.nullable(),
  carId: id,
  car: z.object({ plate: z.string(), driver: z.string(), team: z.string() }),
  points: z.number(),
  submittedAt: instant,
  countsFrom: z.object({ raceId: id, deadline: instant.nullable() }).nullable(),
  sessions: z.array(z.object({ raceId: id, carId: id.nullable(), points: z.number().nullable() })),
})

export const entryReply = z.object({
  userId: z.string(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  avatarConfig: z.unknown(),
  position: z.int().nullable(),
  totalPoints: z.number().nullable(),
  tipsSubmitted: z.int(),
  positionChange: z.number(),
  picks,
  tieBreak: z.enum(['first', 'second', 'third', 'shared']).nullable(),
})

const approvalStatus = z.enum(['pending', 'approved'])

export const groupReply = z.object({
  id,
  name: z.string(),
  inviteCode: z.string().min(10),
  memberCount: z.int(),
  pendingCount: z.int().nullable(),
  isAdmin: z.boolean(),
  approvalStatus,
})

export const joinReply = z.object({ group: groupReply, approvalStatus })

export const memberReply = z.object({ userId: z.string(), approvalStatus, role: z.enum(['admin', 'member']) })

export const invitationReply = z.object({ id, groupId: id, status: z.string() })

export const groupStandingReply = z.object({
  groupId: id,
  version: z.int(),
  position: z.int().nullable(),
  totalPoints: z.int().nullable(),
  memberCount: z.int(),
  top: z.array(entryReply).max(3),
})

const memberPoints = z.object({ userId: z.string(), points: z.int().nullable() })

export const raceProgressReply = z.object({
  raceId: id,
  name: z.string(),
  category: z.string(),
  tipped: z.int(),
  participants: z.int(),
  topPerformers: z.array(memberPoints).max(3).nullable(),
})

export const categoryStandingsReply = z.object({
  categoryId: id,
  category: z.string(),
  top: z.array(memberPoints).max(5),
})

/** Strict while a category is open: nothing about its tips may be disclosed then. */
export const picksReply = z.discriminatedUnion('open', [
  z.strictObject({
    ...{ categoryId: id, category: z.string(), open: z.literal(true) },
    waitsFor: z.strictObject({ raceId: id, name: z.string(), deadline: instant.nullable() }).nullable(),
  }),
  z.object({
    categoryId: id,
    category: z.string(),
    open: z.literal(false),
    tips: z.int(),
    cars: z.array(z.object({ carId: id, plate: z.string(), count: z.int(), percent: z.number() })),
    yours: id.nullable(),
    members: z.array(z.object({ userId: z.string(), carId: id })).optional(),
  }),
])

export const statsReply = z.object({
  position: z.int().nullable(),
  totalPoints: z.number(),
  tipsSubmitted: z.int(),
  successRate: z.number(),
  recentForm: z.array(z.number()),
})

const moment = z.object({ position: z.int().nullable(), points: z.int() })
export const previewReply = z.object({
  raceId: id,
  revision: z.int().positive(),
  scopes: z.int().min(0),
  participantsChanged: z.int().min(0),
  positionsMoved: z.int().min(0),
  open: z.boolean().default(false),
  top: z.object({ before: z.array(entryReply), after: z.array(entryReply) }).nullable(),
  movers: z
    .array(z.object({ userId: z.string(), username: z.string().nullable(), before: moment, after: moment }))
    .max(20),
})

export const pollResultReply = z.object({
  category: z.string(),
  driverName: z.string(),
  votes: z.int(),
  percentage: z.number(),
})
export const pollStatsReply = z.object({ totalVotes: z.int(), uniqueVoters: z.int(), categoriesVoted: z.int() })
export const reactedReply = z.object({
  subject: z.object({ type: z.string(), id }),
  counts: z.record(z.string(), z.int()),
  yours: z.array(z.string()),
})
export const heatMapReply = z.object({
  carId: id,
  performanceScore: z.string().regex(/^\d+\.\d$/),
  heatMapZone: z.enum(['hot', 'warm', 'neutral', 'cool', 'cold']),
})
export const engagementReply = z.object({ totalPoints: z.int(), totalActivities: z.int() })
export const engagementEntryReply = z.object({ userId: z.string(), position: z.int(), totalPoints: z.int() })
export const notificationReply = z.object({
  id,
  type: z.string(),
  title: z.string().min(1),
  message: z.string().min(1),
  isRead: z.boolean(),
  createdAt: instant,
})
const achievement = z.object({ id: z.string(), name: z.string(), points: z.int() })
export const achievementsReply = z.object({ unlocked: z.array(achievement) })

/** The state of a session, as fans see it. */
export const timingReply = z.object({
  raceId: id,
  generation: z.int(),
  sequence: z.int(),
  at: instant,
  flag: z.string(),
  lap: z.int(),
  totalLaps: z.int().nullable(),
  message: z.string().nullable(),
  hasEnded: z.boolean(),
  entries: z.array(
    z.object({
      plate: z.string(),
      carId: id.nullable(),
      position: z.int(),
      place: z.int().nullable(),
      change: z.int(),
      laps: z.int(),
      status: z.string(),
    }),
  ),
})
export const snapshotReply = z.object({ accepted: z.boolean(), sequence: z.int() })
export const sourceReply = z.object({ state: z.string(), error: z.string().nullable() })
/** A row of a projected board; boards in force have no gain. */
export const provisionalReply = entryReply.extend({ gain: z.number().nullish() })

const frame = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({ type: z.literal(type), data, epoch: z.string(), at: instant.optional() })

const laterRevision = z.object({
  race: z.object({ id }),
  revision: z.int(),
  status: z.string(),
  reason: z.string().nullable(),
})

export const frameReply = z.discriminatedUnion('type', [
  frame('hello', z.object({ userId: z.string(), serverTime: instant })),
  frame('subscribed', z.object({ weekendId: id.nullable(), groupIds: z.array(id) })),
  frame(
    'leaderboard_update',
    z.object({
      weekendId: id,
      groupId: id.nullable(),
      version: z.int(),
      entries: z.array(entryReply).max(20),
      total: z.int(),
    }),
  ),
  frame(
    'my_standing',
    z.object({
      weekendId: id,
      groupId: id.nullable(),
      version: z.int(),
      position: z.int().nullable(),
      totalPoints: z.number().nullable(),
      positionChange: z.number(),
    }),
  ),
  frame('race_completed', z.object({ race: z.object({ id, name: z.string(), weekendId: id }), revision: z.int() })),
  frame('result_corrected', laterRevision),
  frame('result_status', laterRevision),
  // A frame without `seq` is the user's own (docs/contract.md, Realtime).
  frame('group_updated', z.object({ groupId: id, deleted: z.boolean() })).extend({ seq: z.int().optional() }),
  frame('timing_update', timingReply.extend({ weekendId: id })),
  frame(
    'projected_leaderboard',
    z.object({
      weekendId: id,
      groupId: id.nullable(),
      raceId: id.nullable(),
      sequence: z.int().nullable(),
      entries: z.array(provisionalReply).max(20),
      total: z.int(),
    }),
  ),
  frame('reconnect', z.object({})),
  frame('error', z.object({ code: z.string(), message: z.string() })),
])

export type UserReply = z.output<typeof userReply>
export type CategoryReply = z.output<typeof categoryReply>
export type CarReply = z.output<typeof carReply>
export type RaceReply = z.output<typeof raceReply>
export type TipReply = z.output<typeof tipReply>
export type EntryReply = z.output<typeof entryReply>
export type StatsReply = z.output<typeof statsReply>
export type PreviewReply = z.output<typeof previewReply>
export type TimingReply = z.output<typeof timingReply>
export type ProvisionalReply = z.output<typeof provisionalReply>
export type FrameReply = z.output<typeof frameReply>
export type RaceProgressReply = z.output<typeof raceProgressReply>
export type CategoryStandingsReply = z.output<typeof categoryStandingsReply>
export type NotificationReply = z.output<typeof notificationReply>
export type PicksReply = z.output<typeof picksReply>
