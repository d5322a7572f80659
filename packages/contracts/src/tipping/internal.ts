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
  seasonStateSchema,
  weekendStateSchema,
  wholeWeekendSchema,
} from '../weekends/internal.ts'
import {
  changedAtSchema,
  entrySchema,
  myStatsSchema,
  pageQuery,
  provisionalEntrySchema,
  rankSchema,
  standingSchema,
  tipCountsSchema,
} from './http.ts'
import { scopeInQuery, scopeSchema, seasonScopeInQuery, seasonScopeSchema } from './scope-schema.ts'
import { seasonEntrySchema, seasonStandingSchema } from './seasons.ts'

/*
 * Gateways serve leaderboards from memory. A reply is never older than the newest leaderboard event published before
 * the request: everything, including `version`, is read from the committed tables in one statement (or one snapshot).
 * A leaderboard without participants, or of an unknown scope, has version 0, total 0 and empty lists.
 */
const ofScope = z.object({ scope: scopeInQuery })

/** The part of a leaderboard that a gateway keeps in memory: its first 20 entries, its total, and its table of ranks. */
const leaderboardState = z.object({
  version: z.number().int(),
  changedAt: changedAtSchema,
  total: z.number().int(),
  entries: z.array(entrySchema).max(20),
  ranks: z.array(rankSchema),
})
export type LeaderboardState = z.infer<typeof leaderboardState>

export const findLeaderboard = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/leaderboards',
  query: ofScope,
  reply: leaderboardState,
  callers: ['gateway'],
  reason: 'A gateway that starts, or serves a leaderboard for the first time, has no state of it.',
})

/** A page, without the caller's own row appended. */
const leaderboardPage = z.object({
  version: z.number().int(),
  changedAt: changedAtSchema,
  total: z.number().int(),
  entries: z.array(entrySchema),
})
export type LeaderboardPage = z.infer<typeof leaderboardPage>

export const findLeaderboardPage = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/leaderboards/page',
  query: pageQuery.extend(ofScope.shape),
  reply: leaderboardPage,
  callers: ['gateway'],
  reason: 'The events of a leaderboard contain only its first entries, and a gateway caches the requested pages.',
})

/** Up to 1,000 users at once. */
const usersInScope = z.object({ scope: scopeSchema, userIds: z.array(z.string()).max(1000) })

/**
 * The rows of these users, each as its user sees it, with their current names (a first tip counts at once, before the
 * leaderboard has a new version). Users who do not take part are left out.
 */
export const findLeaderboardEntries = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/leaderboards/entries',
  request: usersInScope,
  reply: z.object({ version: z.number().int(), entries: z.array(entrySchema) }),
  callers: ['gateway'],
  reason: 'A page that a gateway serves from memory ends with the caller’s own row, at any position.',
})

/** Users without a row are left out. `positionChange` as in the Entry. */
export const findStandings = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/leaderboards/standings',
  request: usersInScope,
  reply: z.object({ version: z.number().int(), standings: z.array(standingSchema) }),
  callers: ['gateway'],
  reason: 'A gateway sends every connected user their own row, and some of them have just connected.',
})

/*
 * Season leaderboards, by the same guarantees as those of weekends.
 */
const ofSeasonScope = z.object({ scope: seasonScopeInQuery })

/** A page of a season leaderboard, without the caller's own row appended. */
const seasonLeaderboardPage = z.object({
  version: z.number().int(),
  changedAt: changedAtSchema,
  total: z.number().int(),
  entries: z.array(seasonEntrySchema),
})
export type SeasonLeaderboardPage = z.infer<typeof seasonLeaderboardPage>

export const findSeasonLeaderboardPage = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/season-leaderboards/page',
  query: pageQuery.extend(ofSeasonScope.shape),
  reply: seasonLeaderboardPage,
  callers: ['gateway'],
  reason: 'A gateway caches the requested pages, and sends the first entries to clients that watch the leaderboard.',
})

/** Up to 1,000 users at once. */
const usersInSeason = z.object({ scope: seasonScopeSchema, userIds: z.array(z.string()).max(1000) })

/** The rows of these users, each as its user sees it. Users who do not take part are left out. */
export const findSeasonLeaderboardEntries = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/season-leaderboards/entries',
  request: usersInSeason,
  reply: z.object({ version: z.number().int(), entries: z.array(seasonEntrySchema) }),
  callers: ['gateway'],
  reason: 'A page that a gateway serves from memory ends with the caller’s own row, at any position.',
})

/** Users without a row are left out. */
export const findSeasonStandings = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/season-leaderboards/standings',
  request: usersInSeason,
  reply: z.object({ version: z.number().int(), standings: z.array(seasonStandingSchema) }),
  callers: ['gateway'],
  reason: 'A gateway sends every user who watches a season leaderboard their own row.',
})

/**
 * The projected view of many leaderboards at once, as if this session ended with these cars on the podium: first 20 rows
 * each. Scopes in which the session does not count are left out; all are if it is not running.
 */
const projectionRequest = z.object({
  raceId: idSchema,
  podium: z.tuple([idSchema.nullable(), idSchema.nullable(), idSchema.nullable()]),
  scopes: z.array(scopeSchema).max(500),
})
export type ProjectionRequest = z.infer<typeof projectionRequest>
const projectedLeaderboard = z.object({
  scope: scopeSchema,
  /** Version of the official leaderboard that it was computed from. */
  version: z.number().int(),
  total: z.number().int(),
  entries: z.array(provisionalEntrySchema),
})
export type ProjectedLeaderboard = z.infer<typeof projectedLeaderboard>

export const findProjectedLeaderboards = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/leaderboards/projected',
  request: projectionRequest,
  reply: z.object({ leaderboards: z.array(projectedLeaderboard) }),
  callers: ['gateway'],
  reason: 'It is neither stored nor published by events, and only the gateway knows the subscribers.',
})

const placedSchema = z.object({
  position: z.number().int().nullable(),
  /** Other users share the position. */
  isShared: z.boolean(),
  totalPoints: z.number().int(),
})

/**
 * A user's current figures in a weekend: `standing` in the open competition (null for users who are not on its
 * leaderboard), its counting race with a result that locked last, their groups of which they see points, and their
 * place in the open season that the weekend is a round of (null without a season, and for users who take no part in it).
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
  /** When a racing event last changed any of the above, or a moment later. */
  changedAt: z.iso.datetime().nullable().default(null),
  season: placedSchema
    .extend({
      name: z.string(),
      participants: z.number().int(),
      positionChange: z.number().int(),
      /** How many rounds count already or are completed, of how many. */
      playedRounds: z.number().int(),
      rounds: z.number().int(),
      /** When a racing event last changed the season's leaderboard. */
      changedAt: z.iso.datetime().nullable(),
    })
    .nullable()
    .default(null),
})
export type FanFigures = z.infer<typeof fanFiguresReply>

export const findFanFigures = defineCall({
  service: 'tipping',
  method: 'GET',
  path: '/internal/weekends/:weekendId/figures-of/:userId',
  params: weekendIdParams.extend({ userId: z.string() }),
  reply: fanFiguresReply,
  callers: ['engagement'],
  reason: 'A share template contains the board at that moment, and events contain only changed standings.',
})

/**
 * Statistics of a weekend's open competition at one moment: counts and points, no individual tips. A weekend without
 * tips, or unknown, has zeros and empty lists.
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
  reason: 'A report is generated on request, and race control stores no copy of the boards.',
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
  reason: 'A gateway whose clock is wrong must still send correct deadlines.',
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
  reason:
    'Before the deletion of a weekend or a race, the administrator sees the number of affected tips, which no other service stores.',
})

/** What a result would change, without changing it. */
export const previewResult = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/results/preview',
  request: previewRequest,
  reply: previewSchema,
  callers: ['admin'],
  reason: 'Tipping owns the tips, so no other service can compute what a result would change.',
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
 * the caller confirms or cancels it by its event `race-lock-finalized`.
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
  reason: 'No tip may be accepted from a user who can already see that the race is closed.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/**
 * The effect of setting the lock of a race to `at`: how many tips (sector and group) of scopes in which the race counts
 * were submitted or changed from `at` on while it accepted tips. Figures only, without their users. Not found where
 * tipping does not know the race.
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
  reason: 'Race control learns that a race started early; only tipping has the tips that were submitted after that.',
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
  reason: 'The administrator who set the lock must read it at once, before its event has arrived.',
  timeoutMs: 2_000,
})

/**
 * Weekends pushes the states it has just committed, those of one weekend, one season or categories, and gets the resulting locks.
 * They are applied like their events.
 */
export const syncStates = defineCall({
  service: 'tipping',
  method: 'POST',
  path: '/internal/states',
  request: z.object({
    season: seasonStateSchema.optional(),
    weekend: weekendStateSchema.optional(),
    categories: z.array(categoryStateSchema).default([]),
    races: z.array(raceStateSchema).default([]),
    cars: z.array(carStateSchema).default([]),
  }),
  reply: z.object({ locks: z.array(lockStateSchema) }),
  callers: ['weekends'],
  reason: 'The reply to an administrator must apply to tips at once, and it contains the resulting deadline.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/**
 * Weekends is about to decide which races count in the open competition. It pushes the current weekend, and gets a
 * moment with the locks as of then: every race that had locked by `now` is included as locked, every other one locks
 * later. The choice counts from that moment on (`productRacesChosenAt` of the weekend's state).
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
    'Whether a race may still be added or removed, and whether it is scored, must be decided at one moment of one clock.',
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
  reason: 'A user who changed their name must find it in their own row of the board, before the event has arrived.',
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
  reason: 'A new member may tip in the group at once, and a changed rule decides about the next lock.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/**
 * Blocks tips in a group without tips before it moves from its weekend to another, for half a minute (`GROUP_MOVING`).
 * `started` if it has tips, including those of former members; `unknown` if tipping does not know it in that weekend.
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
  reason: 'A group with tips stays with its weekend: no tip may be accepted between the check and the move.',
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
  reason: 'No tip should be delayed by half a minute because of a rejected move.',
  timeoutMs: 2_000,
  isIdempotent: true,
})
