import { z } from 'zod'
import { raceLockSet } from '../admin/events.ts'
import { previewRequest, previewSchema } from '../admin/http.ts'
import { defineCall, sequenced } from '../call.ts'
import { idParams, idSchema, instant, instantInput, raceIdParams, weekendIdParams } from '../common.ts'
import { groupChanged, membershipChanged } from '../groups/events.ts'
import { userChanged } from '../identity/events.ts'
import {
  carStateSchema,
  categoryStateSchema,
  raceStateSchema,
  weekendStateSchema,
  wholeWeekendSchema,
} from '../weekends/internal.ts'
import {
  boardQuery,
  boardStateSchema,
  changedAtSchema,
  entrySchema,
  myStatsSchema,
  provisionalEntrySchema,
  standingsReply,
  standingsRequest,
  tipCountsSchema,
} from './http.ts'

/*
 * Gateways answer leaderboards from memory. A reply is never older than the newest leaderboard event published before the
 * request: everything, including `version`, is read from the committed tables in one statement (or one snapshot).
 */
const ofGroup = z.object({ groupId: idSchema.optional() })

/**
 * The open leaderboard of the weekend (or the group's): first 20 entries, total, the table of ranks. A weekend without
 * participants, or unknown, has version 0, total 0 and empty lists.
 */
export const boardReply = boardStateSchema

export const findBoard = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/boards/:weekendId',
  params: weekendIdParams,
  query: ofGroup,
  reply: boardReply,
  callers: ['gateway'],
  reason: 'A gateway that starts, or meets a board for the first time, holds nothing of it yet.',
})

/** A page, without the caller's own row appended. */
export const boardPageReply = z.object({
  version: z.number().int(),
  changedAt: changedAtSchema,
  total: z.number().int(),
  entries: z.array(entrySchema),
})
export type BoardPage = z.infer<typeof boardPageReply>

export const findBoardPage = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/boards/:weekendId/page',
  params: weekendIdParams,
  query: boardQuery.extend(ofGroup.shape),
  reply: boardPageReply,
  callers: ['gateway'],
  reason: 'The events of a board carry its first entries only, and a gateway holds the pages people turn to.',
})

/** Projected leaderboards for the case that this session ended with these cars on the podium: first 20 rows each. */
export const projectedLeaderboardsRequest = z.object({
  raceId: idSchema,
  podium: z.tuple([idSchema.nullable(), idSchema.nullable(), idSchema.nullable()]),
  /** Whether the open leaderboard is requested. */
  open: z.boolean(),
  groupIds: z.array(idSchema).max(500),
})
export type ProjectedLeaderboardsRequest = z.infer<typeof projectedLeaderboardsRequest>
export const projectedLeaderboardsReply = z.object({
  boards: z.array(
    z.object({
      groupId: z.number().int().nullable(),
      /** Version of the leaderboard that it was computed from. */
      version: z.number().int(),
      total: z.number().int(),
      entries: z.array(provisionalEntrySchema),
    }),
  ),
})
export type ProjectedLeaderboards = z.infer<typeof projectedLeaderboardsReply>

export const findProjectedLeaderboards = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/boards/:weekendId/projected',
  params: weekendIdParams,
  request: projectedLeaderboardsRequest,
  reply: projectedLeaderboardsReply,
  callers: ['gateway'],
  reason: 'It is never stored nor told by events, and only the gateway knows who watches.',
})

/**
 * The rows of up to 1,000 users, each as its user sees it, with their current names (a first tip counts at once, before the
 * leaderboard has a new version). Users who do not take part are left out.
 */
export const boardEntriesRequest = z.object({ userIds: z.array(z.string()).max(1000) })
export const boardEntriesReply = z.object({ version: z.number().int(), entries: z.array(entrySchema) })

export const findBoardEntries = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/boards/:weekendId/entries',
  params: weekendIdParams,
  query: ofGroup,
  request: boardEntriesRequest,
  reply: boardEntriesReply,
  callers: ['gateway'],
  reason: 'A page that a gateway answers from memory ends with the row of who asked, wherever that stands.',
})

/** Up to 1,000 users at once; users without a row are left out. `positionChange` as in the Entry. */
export const findStandings = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/standings',
  request: standingsRequest,
  reply: standingsReply,
  callers: ['gateway'],
  reason: 'A gateway tells everybody who is connected where they stand, and has met some of them only now.',
})

const placedSchema = z.object({
  position: z.number().int().nullable(),
  /** Other users share the position. */
  isShared: z.boolean(),
  totalPoints: z.number().int(),
})

/**
 * A user's current figures in a weekend: `standing` in the open competition (null for users who are not on its
 * leaderboard), its counting race with a result that locked last, and their groups of which they see points.
 */
export const fanFiguresReply = z.object({
  participants: z.number().int(),
  standing: placedSchema
    .extend({
      positionChange: z.number().int(),
      picks: entrySchema.shape.picks,
      ...myStatsSchema.pick({ tipsSubmitted: true, successRate: true, recentForm: true }).shape,
    })
    .nullable(),
  latestRace: z
    .object({
      raceId: z.number().int(),
      name: z.string(),
      categoryId: z.number().int(),
      revision: z.number().int(),
      /** The cars of the first places, the winner first. */
      podium: z.array(z.number().int()).max(3),
      /** The car of the tip in force; null without one. */
      tippedCarId: z.number().int().nullable(),
      /** The points of that tip. */
      points: z.number().int(),
    })
    .nullable(),
  groups: z.array(placedSchema.extend({ groupId: z.number().int(), memberCount: z.number().int() })),
  /** When a racing event last changed any of it, or a moment later. */
  changedAt: z.iso.datetime().nullable().default(null),
})
export type FanFigures = z.infer<typeof fanFiguresReply>

export const findFanFigures = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/weekends/:weekendId/figures-of/:userId',
  params: weekendIdParams.extend({ userId: z.string() }),
  reply: fanFiguresReply,
  callers: ['engagement'],
  reason: 'What a fan shares is what their board shows at that moment, and events tell of changed standings only.',
})

/**
 * Statistics of a weekend's open competition at one moment: counts and points, no individual tips. A weekend without tips,
 * or unknown, has zeros and empty lists.
 */
export const weekendSummaryReply = z.object({
  participants: z.number().int(),
  tips: z.number().int(),
  /** The first ten of the leaderboard. */
  top: z.array(entrySchema).max(10),
  /** The scored races: the points of all fans there, and the number of fans with points. */
  races: z.array(z.object({ raceId: z.number().int(), points: z.number().int(), earners: z.number().int() })),
  /** The number of fans who tipped a category. */
  categories: z.array(z.object({ categoryId: z.number().int(), racers: z.number().int() })),
})
export type WeekendSummary = z.infer<typeof weekendSummaryReply>

export const summariseWeekend = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/weekends/:weekendId/summary',
  params: weekendIdParams,
  reply: weekendSummaryReply,
  callers: ['admin'],
  reason: 'The report of a weekend is made when somebody asks for it, and race control keeps no copy of boards.',
  timeoutMs: 10_000,
})

/** The time of tipping's database, which decides deadlines. */
export const clockReply = z.object({ now: z.iso.datetime() })

export const readClock = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/clock',
  reply: clockReply,
  callers: ['gateway'],
  reason: 'A gateway whose clock is wrong must show deadlines as they are.',
})

/** The number of tips of a weekend, or of a category in it, and of the users who gave them. */
export const countTips = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/weekends/:id/tip-counts',
  params: idParams,
  query: z.object({ categoryId: idSchema.optional() }),
  reply: tipCountsSchema,
  callers: ['weekends'],
  reason: 'Who is about to delete a weekend or a race is shown what would go with it, and tips are copied nowhere.',
})

/** What a result would change, without changing it. */
export const previewResult = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/results/preview',
  request: previewRequest,
  reply: previewSchema,
  callers: ['admin'],
  reason: 'Tipping owns the tips, so nobody else can tell what a result would change.',
  timeoutMs: 10_000,
})

export const lockStateSchema = z.object({
  raceId: z.number().int(),
  locksAt: instant.nullable(),
  /** The sequence of the lock's last event: the newer one wins. */
  sequence: z.number().int().min(0),
})
/** When a race locks, with the sequence of its last lock event. */
export type LockState = z.infer<typeof lockStateSchema>

/**
 * Locks an open race now, before the closing write becomes visible. With an `attempt` the lock is provisional until
 * the caller confirms or cancels it by `finalizeRaceLock`.
 */
export const closeRace = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/races/:raceId/close',
  params: raceIdParams,
  request: z.object({
    weekendId: z.number().int(),
    attempt: z.uuid().optional(),
    /** How often the race had been reopened when its closing was decided: a later reopening is not undone. */
    reopened: z.number().int().optional(),
    /** The write is a status or a result, which means that the race has started: groups may lock their tips by that. */
    begins: z.boolean().default(false),
  }),
  reply: lockStateSchema,
  callers: ['weekends', 'admin'],
  reason: 'No tip may be accepted from somebody who can see already that the race is closed.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/**
 * Confirms or cancels provisional locks, permanently. `isStored`: the write is stored, and its lock with it; otherwise a
 * lock without another reason is lifted. Retried until it is answered. Not found where tipping does not know the race.
 */
export const finalizeRaceLock = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/races/:raceId/settle',
  params: raceIdParams,
  request: z.object({ attempts: z.array(z.uuid()).min(1).max(1000), isStored: z.boolean() }),
  reply: lockStateSchema,
  callers: ['weekends', 'admin'],
  reason: 'A race that was closed for a write which failed opens again within seconds, and no event tells of that.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/**
 * The effect of setting the lock of a race to `at`: how many tips (sector and group) of scopes in which the race counts
 * were submitted or changed from `at` on while it accepted tips. Figures only, without their users. Not found where tipping
 * does not know the race.
 */
export const reviewLock = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/races/:raceId/lock',
  params: raceIdParams,
  query: z.object({ at: instantInput }),
  reply: z.object({
    now: instant,
    locksAt: instant.nullable(),
    /** When it stops or stopped accepting tips: the lock before race control set another one. */
    closesAt: instant.nullable(),
    reopened: z.number().int(),
    lateTips: z.number().int(),
  }),
  callers: ['admin'],
  reason: 'Race control reads that a session started early; only tipping has the tips that came in after that.',
  timeoutMs: 2_000,
})

/** Race control pushes the lock it has just set. It is applied like its event. */
export const applyLock = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/races/:raceId/lock',
  params: raceIdParams,
  request: sequenced(raceLockSet.data),
  reply: lockStateSchema,
  callers: ['admin'],
  reason: 'The administrator who set the lock must read it at once, and its event comes later.',
  timeoutMs: 2_000,
})

/**
 * Weekends pushes the states it has just committed, those of one weekend or categories, and gets the resulting locks.
 * They are applied like their events.
 */
export const syncStates = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/states',
  request: z.object({
    weekend: weekendStateSchema.optional(),
    categories: z.array(categoryStateSchema).default([]),
    races: z.array(raceStateSchema).default([]),
    cars: z.array(carStateSchema).default([]),
  }),
  reply: z.object({ locks: z.array(lockStateSchema) }),
  callers: ['weekends'],
  reason: 'What an administrator is answered holds for tips at once, and the answer shows the deadline that follows.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/**
 * Weekends is about to decide which races count in the open competition. It pushes the current weekend, and gets a moment
 * with the locks as of then: every race that had locked by `now` is included as locked, every other one locks later. The
 * choice counts from that moment on (`productRacesChosenAt` of the weekend's state).
 */
export const readLocks = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/weekends/:weekendId/locks',
  params: weekendIdParams,
  request: wholeWeekendSchema.omit({ cars: true }),
  reply: z.object({ now: instant, locks: z.array(lockStateSchema) }),
  callers: ['weekends'],
  reason:
    'Whether a race still comes or goes, and whether it is scored so, must be decided at one moment of one clock.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/** Identity pushes the state of a user who has just changed. It is applied like its event. */
export const applyUser = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/users',
  request: sequenced(userChanged.data),
  reply: z.object({}),
  callers: ['identity'],
  reason: 'Who has changed their name finds it in their own row of the board, before the event is here.',
  timeoutMs: 1_000,
  isIdempotent: true,
})

/**
 * Groups pushes what it has just committed of one group: its state, and the memberships that changed with it. They are
 * applied like their events, dated by tipping's clock.
 */
export const applyGroup = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/groups',
  request: z.object({
    group: sequenced(groupChanged.data).optional(),
    memberships: z.array(sequenced(membershipChanged.data)).max(5000).default([]),
  }),
  reply: z.object({}),
  callers: ['groups'],
  reason: 'Who has just come into a group may tip in it at once, and a changed rule decides about the next lock.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/**
 * Blocks tips in a group without tips before it moves from its weekend to another, for half a minute (`GROUP_MOVING`).
 * `started` where it has tips, including those of former members; `unknown` where tipping does not know it in that weekend.
 * Repeating the same `moveId` repeats the same block.
 */
export const holdGroup = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/groups/:groupId/hold',
  params: z.object({ groupId: idSchema }),
  request: z.object({ moveId: z.uuid(), weekendId: idSchema }),
  reply: z.object({ outcome: z.enum(['held', 'started', 'unknown']) }),
  callers: ['groups'],
  reason: 'A group with tips stays with its weekend: none may be taken between the asking and the move.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/** Cancels the move: tips are accepted again at once. */
export const releaseGroup = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/groups/:groupId/release',
  params: z.object({ groupId: idSchema }),
  request: z.object({ moveId: z.uuid() }),
  reply: z.object({}),
  callers: ['groups'],
  reason: 'Nobody should wait half a minute with a tip for a move that was refused.',
  timeoutMs: 2_000,
  isIdempotent: true,
})
