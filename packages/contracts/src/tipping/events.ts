import { z } from 'zod'
import { categoryName, namingCategory } from '../category-schema.ts'
import { defineFact, defineState, seasonKey, userKey, weekendKey } from '../event.ts'
import { resultStatusSchema } from '../weekends/http.ts'
import { changedAtSchema, entrySchema, rankSchema, standingSchema } from './http.ts'
import { scopeKey } from './scope.ts'

/** A fan's current tip. */
export const tipSubmitted = defineState({
  type: 'tipping.tip-submitted.v1',
  owner: 'tipping',
  data: namingCategory(
    z.object({
      tipId: z.number(),
      userId: z.string(),
      weekendId: z.number(),
      categoryId: z.number(),
      category: categoryName,
      groupId: z.number().nullable(),
      carId: z.number(),
      isNew: z.boolean(),
      submittedAt: z.string(),
      /** Whether tipping made it for a fan who forgot to tip: it earns no engagement points and no achievement. */
      isAutomatic: z.boolean().default(false),
      /** Whether a group has it from the open competition: it earns no engagement points and no achievement. */
      isCopy: z.boolean().default(false),
    }),
  ),
  subject: (tip) => `tip/${tip.tipId}`,
  key: (tip) => userKey(tip.userId),
})

/** Tips of a category that were removed with its last session; their owners are notified (docs/rules.md, Races). */
export const tipsRemoved = defineFact({
  type: 'tipping.tips-removed.v1',
  owner: 'tipping',
  data: namingCategory(
    z.object({
      weekendId: z.number(),
      categoryId: z.number(),
      category: categoryName,
      userIds: z.array(z.string()),
    }),
  ),
  subject: (removed) => `tips-of/${removed.weekendId}/${removed.categoryId}`,
  key: (removed) => weekendKey(removed.weekendId),
})

/** When a session locks or locked: the source of every `deadline` and `locked`. */
export const sessionLockChanged = defineState({
  type: 'tipping.session-lock-changed.v1',
  owner: 'tipping',
  data: z.object({ raceId: z.number(), weekendId: z.number(), locksAt: z.string().nullable(), deleted: z.boolean() }),
  subject: (lock) => `session-lock/${lock.raceId}`,
  key: (lock) => weekendKey(lock.weekendId),
})

/**
 * A leaderboard has a new version.
 *
 * - `ranks`: the whole table of distinct (points, picks), with count and position.
 * - `changed`: the participants whose totals changed; large lists are split over `parts` events of one version, with
 *   `part` from 1 to `parts`. `entries` and `ranks` are in every part.
 * - `reason`: `result`, or `newcomers` for new or renamed participants or more of their tips; a version for newcomers
 *   does not change `positionChange`.
 * - `result`: the revision that changed it; null for newcomers, missing in events from before the field existed.
 * - `changedAt`: publication time of the last result that changed it, also in versions for newcomers.
 */
export const boardChanged = defineFact({
  type: 'tipping.board-changed.v1',
  owner: 'tipping',
  data: z.object({
    weekendId: z.number(),
    groupId: z.number().nullable(),
    version: z.number(),
    changedAt: changedAtSchema,
    reason: z.enum(['result', 'newcomers']),
    result: z
      .object({
        raceId: z.number(),
        name: z.string(),
        categoryId: z.number(),
        revision: z.number(),
        /** As in `sessionScored`. */
        kind: z.enum(['completed', 'corrected', 'withdrawn', 'status', 'withdrawn-first']),
        reason: z.string().nullable(),
      })
      .nullish(),
    total: z.number(),
    entries: z.array(entrySchema),
    ranks: z.array(rankSchema),
    changed: z.array(
      standingSchema.pick({ userId: true, totalPoints: true, firsts: true, seconds: true, thirds: true }),
    ),
    part: z.number(),
    parts: z.number(),
  }),
  subject: (board) => (board.groupId === null ? `board/open/${board.weekendId}` : `board/group/${board.groupId}`),
  key: (board) => weekendKey(board.weekendId),
})

/**
 * A result revision is scored, or superseded by one that is; the leaderboards with it are committed.
 *
 * `kind` is `completed` for the session's first scoring revision. Later it is `corrected` where a row moved, or where
 * the lock did; `withdrawn` where the result was; and `status` where neither happened, so that no fan is alerted.
 * `withdrawn-first` is a first revision that is `cancelled`.
 */
export const sessionScored = defineFact({
  type: 'tipping.session-scored.v1',
  owner: 'tipping',
  data: namingCategory(
    z.object({
      raceId: z.number(),
      weekendId: z.number(),
      name: z.string(),
      categoryId: z.number(),
      category: categoryName,
      revision: z.number(),
      kind: z.enum(['completed', 'corrected', 'withdrawn', 'status', 'withdrawn-first']),
      status: resultStatusSchema,
      reason: z.string().nullable(),
    }),
  ),
  subject: (scored) => `scored/${scored.raceId}`,
  key: (scored) => weekendKey(scored.weekendId),
})

/**
 * A season leaderboard has a new version. It has no rows: a gateway requests the leaderboard when a client watches it.
 * `changedAt` is the publication time of the last result in it.
 */
export const seasonBoardChanged = defineFact({
  type: 'tipping.season-board-changed.v1',
  owner: 'tipping',
  data: z.object({
    seasonId: z.number().int(),
    groupId: z.number().int().nullable(),
    version: z.number().int(),
    changedAt: changedAtSchema,
  }),
  subject: (board) => scopeKey(board),
  key: ({ seasonId }) => seasonKey(seasonId),
})

/**
 * Why a joker came back to its fan: the round was cancelled, is no longer in the season, or had started before the joker
 * was played.
 */
export const jokerReturnReasonSchema = z.enum(['void', 'left', 'early-start'])
export type JokerReturnReason = z.infer<typeof jokerReturnReasonSchema>

/** Jokers that came back to their fans, who are notified (docs/rules.md, Seasons). */
export const jokersReturned = defineFact({
  type: 'tipping.jokers-returned.v1',
  owner: 'tipping',
  data: z.object({
    seasonId: z.number().int(),
    season: z.string(),
    weekendId: z.number().int(),
    weekend: z.string(),
    reason: jokerReturnReasonSchema,
    userIds: z.array(z.string()).max(1000),
  }),
  subject: ({ seasonId, weekendId }) => `jokers-of/${seasonId}/${weekendId}`,
  key: ({ weekendId }) => weekendKey(weekendId),
})

const seasonRound = z.object({
  seasonId: z.number().int(),
  season: z.string(),
  weekendId: z.number().int(),
  weekend: z.string(),
  round: z.number().int(),
})

/**
 * A round of the open season is completed, and the season leaderboard counts it: where its participants stand, split over
 * several events. `positionChange` is against the end of the previous completed round, positive for places gained.
 */
export const seasonRoundCompleted = defineFact({
  type: 'tipping.season-round-completed.v1',
  owner: 'tipping',
  data: seasonRound.extend({
    standings: z
      .array(
        z.object({
          userId: z.string(),
          position: z.number().int(),
          shared: z.boolean(),
          totalPoints: z.number().int(),
          positionChange: z.number().int(),
        }),
      )
      .max(1000),
  }),
  subject: ({ seasonId, weekendId }) => `season-round/${seasonId}/${weekendId}`,
  key: ({ weekendId }) => weekendKey(weekendId),
})

/** A round whose completion was published is completed no more: notifications of it are withdrawn. */
export const seasonRoundReopened = defineFact({
  type: 'tipping.season-round-reopened.v1',
  owner: 'tipping',
  data: seasonRound.pick({ seasonId: true, weekendId: true }),
  subject: ({ seasonId, weekendId }) => `season-round/${seasonId}/${weekendId}`,
  key: ({ weekendId }) => weekendKey(weekendId),
})

/** An administrator has completed a season, once for each season: who stands first in the open one, with points. */
export const seasonWon = defineFact({
  type: 'tipping.season-won.v1',
  owner: 'tipping',
  data: seasonRound
    .pick({ seasonId: true, season: true })
    .extend({ totalPoints: z.number().int(), shared: z.boolean(), userIds: z.array(z.string()).max(1000) }),
  subject: ({ seasonId }) => `season-won/${seasonId}`,
  key: ({ seasonId }) => seasonKey(seasonId),
})

/**
 * A group's admin has nudged the members who have not tipped, split over several events. `category` is a short name,
 * `deadline` when the next session of it locks; each member is notified of the categories that they have not tipped
 * (docs/rules.md, Tips).
 */
export const membersNudged = defineFact({
  type: 'tipping.members-nudged.v1',
  owner: 'tipping',
  data: z.object({
    groupId: z.number().int(),
    group: z.string(),
    weekendId: z.number().int(),
    weekend: z.string(),
    timeZone: z.string(),
    categories: z.array(
      z.object({ categoryId: z.number().int(), category: z.string(), deadline: z.string().nullable() }),
    ),
    members: z.array(z.object({ userId: z.string(), categoryIds: z.array(z.number().int()) })).max(1000),
  }),
  subject: ({ groupId, weekendId }) => `nudge/${groupId}/${weekendId}`,
  key: ({ weekendId }) => weekendKey(weekendId),
})
