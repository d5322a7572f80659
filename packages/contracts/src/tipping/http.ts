import { z } from 'zod'
import { categoryInput, categoryName } from '../category-schema.ts'
import { avatarConfigSchema, day, idSchema, instant, wholeNumber } from '../common.ts'
import { plateSchema } from '../weekends/car-plate.ts'
import { carStatusSchema, raceStatusSchema, weekendStatusSchema } from '../weekends/http.ts'

/** The race at which a period starts or ends; `deadline` is null while the race is open without a start time. */
const racePoint = z.object({ raceId: z.number().int(), name: z.string(), deadline: instant.nullable() })

export const tipSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int(),
    categoryId: z.number().int(),
    category: categoryName,
    carId: z.number().int(),
    groupId: z.number().int().nullable(),
    tipSource: z.enum(['sector', 'group']),
    points: z.number().int(),
    submittedAt: instant,
    /** Whether it was made for a fan who forgot to tip. */
    isAutomatic: z.boolean(),
    /** Whether a group has it from the open competition (docs/rules.md, Tips). */
    isCopy: z.boolean(),
    car: z.object({
      id: z.number().int(),
      number: z.number().int(),
      plate: plateSchema,
      driver: z.string(),
      team: z.string(),
      status: carStatusSchema,
      withdrawn: z.boolean(),
    }),
    countsFrom: racePoint.nullable(),
    sessions: z.array(
      z.object({
        raceId: z.number().int(),
        name: z.string(),
        deadline: instant.nullable(),
        locked: z.boolean(),
        carId: z.number().int().nullable(),
        points: z.number().int().nullable(),
        /** Last change after an early start of the session (`deadline`), which does not count for it; or null. */
        lateAt: instant.nullable(),
      }),
    ),
  })
  .meta({
    id: 'Tip',
    description:
      '`countsFrom` is the first race that it counts for; `sessions` has one entry per counting race; `lateAt` is when the tip was last changed after a session had started early, at `deadline`, which did not count for it, else null. `isCopy` is a group’s tip that is handed in with the one in the open competition. From `submittedAt` and `deadline` alone anybody can recompute every score.',
  })
export type Tip = z.infer<typeof tipSchema>

/** A tip as it was just handed in; `copiedTo` is the number of groups that took it over, 0 for a tip in a group. */
export const submittedTipSchema = tipSchema.extend({ copiedTo: z.number().int().min(0) }).meta({
  id: 'SubmittedTip',
  description:
    'A Tip with `copiedTo`: in how many groups this tip of the open competition stands too, because the fan uses their open tips there; 0 for a tip in a group.',
})
export type SubmittedTip = z.infer<typeof submittedTipSchema>

export const submitTipBody = z
  .object({
    weekendId: z.number().int().positive(),
    category: categoryInput,
    carId: z.number().int().positive(),
    groupId: z.number().int().positive().nullable().optional(),
    tipSource: z.enum(['sector', 'group']).optional(),
  })
  .superRefine(({ groupId, tipSource }, context) => {
    const hasGroup = groupId !== undefined && groupId !== null
    if (tipSource === 'sector' && hasGroup)
      context.addIssue({ code: 'custom', path: ['groupId'], message: 'A sector tip has no group' })
    if (tipSource === 'group' && !hasGroup)
      context.addIssue({ code: 'custom', path: ['groupId'], message: 'A group tip needs its group' })
  })
export type SubmitTipBody = z.infer<typeof submitTipBody>
export const changeTipBody = z.object({ carId: z.number().int().positive() })

const picks = z.object({ first: z.number().int(), second: z.number().int(), third: z.number().int() })
export const entrySchema = z
  .object({
    userId: z.string(),
    position: z.number().int().nullable(),
    totalPoints: z.number().int().nullable(),
    tipsSubmitted: z.number().int(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    avatarConfig: avatarConfigSchema.nullable(),
    positionChange: z.number().int(),
    picks,
    tieBreak: z.enum(['first', 'second', 'third', 'shared']).nullable(),
  })
  .meta({
    id: 'Entry',
    description: '`tieBreak` is what separates the row from its neighbour with the same points, or `shared`.',
  })
export type Entry = z.infer<typeof entrySchema>

/** A row of a projected leaderboard; `gain` are the points of the running session, null where points are hidden. */
export const provisionalEntrySchema = entrySchema.extend({ gain: z.number().int().nullable() }).meta({
  id: 'ProvisionalEntry',
  description: '`gain` is what the running session would bring, null where points are hidden.',
})
export type ProvisionalEntry = z.infer<typeof provisionalEntrySchema>

/** Potential points of the caller's tip on a running or upcoming race, in one competition in which it counts. */
export const potentialPointsSchema = z
  .object({
    groupId: z.number().int().nullable(),
    /** Null in the open competition. */
    groupName: z.string().nullable(),
    carId: z.number().int(),
    /** Points by place; null for a pending member, who earns none. */
    pays: z.object({ first: z.number().int(), second: z.number().int(), third: z.number().int() }).nullable(),
  })
  .meta({
    id: 'PotentialPoints',
    description:
      'A competition in which the caller’s tip on the race counts; `groupId` null for the open one. `carId` is the tipped car (the one in force when it locked). `pays` has the points of the three places, or is null if a pending member earns nothing.',
  })
export type PotentialPoints = z.infer<typeof potentialPointsSchema>

export const groupBoardParams = z.object({ id: idSchema, weekendId: idSchema })

export const pageQuery = z.object({
  limit: wholeNumber.pipe(z.number().int().min(1).max(500)).default(100),
  offset: wholeNumber.pipe(z.number().int().min(0).max(10_000_000)).default(0),
})

export const boardQuery = z.object({
  /** Whether to project the leaderboard as if the running session ended now. */
  projected: z.enum(['true', 'false']).optional(),
  ...pageQuery.shape,
})

export const myStatsSchema = z
  .object({
    position: z.number().int().nullable(),
    totalPoints: z.number().int(),
    tipsSubmitted: z.number().int(),
    successRate: z.number(),
    recentForm: z.array(z.number().int()),
  })
  .meta({ id: 'MyStats' })
export type MyStats = z.infer<typeof myStatsSchema>

export const groupStandingSchema = z.object({
  groupId: z.number().int(),
  version: z.number().int(),
  position: z.number().int().nullable(),
  /** Whether other users share the caller's position. */
  shared: z.boolean(),
  totalPoints: z.number().int().nullable(),
  memberCount: z.number().int(),
  top: z.array(entrySchema).max(3),
})
export type GroupStanding = z.infer<typeof groupStandingSchema>

/**
 * Publication time of the last result that changed a leaderboard; null before the first result.
 * New and renamed participants do not change it. Missing in events from before the field existed.
 */
export const changedAtSchema = instant.nullish()

/** A distinct (points, picks) of a leaderboard: `count` participants share it, at `position`. */
export const rankSchema = z.object({
  points: z.number().int(),
  firsts: z.number().int(),
  seconds: z.number().int(),
  thirds: z.number().int(),
  count: z.number().int(),
  position: z.number().int().nullable(),
})
export type Rank = z.infer<typeof rankSchema>
export const standingSchema = z.object({
  userId: z.string(),
  totalPoints: z.number().int(),
  firsts: z.number().int(),
  seconds: z.number().int(),
  thirds: z.number().int(),
  position: z.number().int().nullable(),
  positionChange: z.number().int(),
})
export type Standing = z.infer<typeof standingSchema>
export const tipCountsSchema = z.object({ tips: z.number().int(), racers: z.number().int() })

const memberPoints = z.object({
  userId: z.string(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  /** Null where the points are hidden from the caller (docs/rules.md, Scoring). */
  points: z.number().int().nullable(),
})

/** A counting race of a group: the number of members who tipped it, and its top earners. */
export const raceProgressSchema = z
  .object({
    raceId: z.number().int(),
    name: z.string(),
    category: categoryName,
    status: raceStatusSchema,
    scheduledTime: instant.nullable(),
    completedAt: instant.nullable(),
    /** Number of members whose tip counts for the race; for an open race, those who have a tip now. */
    tipped: z.number().int(),
    participants: z.number().int(),
    /** Null until the race has a result that counts. */
    topPerformers: z.array(memberPoints).max(3).nullable(),
  })
  .meta({
    id: 'RaceProgress',
    description:
      '`tipped` counts the members whose tip counts for the race, of an open one those who have a tip now; `participants` all members; `topPerformers` is null until the race has a result that counts. Points that are hidden from the caller are not among them.',
  })
export type RaceProgress = z.infer<typeof raceProgressSchema>

/** The members with the most points in one category over the group's counting races, best first. */
export const categoryStandingsSchema = z
  .object({
    categoryId: z.number().int(),
    category: categoryName,
    top: z.array(memberPoints).max(5),
  })
  .meta({
    id: 'CategoryStandings',
    description:
      'The points earned in the group’s races of the category by present members. Points that are hidden from the caller are null and last.',
  })
export type CategoryStandings = z.infer<typeof categoryStandingsSchema>

const pickedCar = z.object({
  carId: z.number().int(),
  number: z.number().int(),
  plate: plateSchema,
  driver: z.string(),
  count: z.number().int(),
  /** Percentage of all tips of the category, with one decimal. */
  percent: z.number(),
})

/**
 * Pick distribution of a category in a scope, once every race that it waits for has locked (docs/rules.md, Tips).
 * Until then only the race that locks last, `waitsFor`; null where a race has just been reopened. `members` is present
 * for groups only.
 */
export const picksSchema = z
  .discriminatedUnion('open', [
    z.object({
      categoryId: z.number().int(),
      category: categoryName,
      open: z.literal(true),
      waitsFor: racePoint.nullable(),
    }),
    z.object({
      categoryId: z.number().int(),
      category: categoryName,
      open: z.literal(false),
      tips: z.number().int(),
      cars: z.array(pickedCar),
      yours: z.number().int().nullable(),
      members: z
        .array(z.object({ userId: z.string(), username: z.string().nullable(), carId: z.number().int() }))
        .optional(),
    }),
  ])
  .meta({
    id: 'Picks',
    description:
      'A category of a scope. It is open until its last counting race has locked for good, and any other that the scope ever selected and that still exists; `waitsFor` is the one that locks last, or null for the moment in which one has been reopened. From then on `cars` are the most picked first, `percent` of all `tips` with one decimal; `yours` is the caller’s own car or null; `members`, of groups only, have their picks. A race that is reopened, added or selected closes them again.',
  })
export type Picks = z.infer<typeof picksSchema>

// Analytics: a fan's own figures in the open competition, over all weekends with tips of theirs

/** A fan's weekend. `accuracy` is the percentage of scored tips that earned points; null without scored tips. */
export const weekendFiguresSchema = z
  .object({
    weekendId: z.number().int(),
    name: z.string(),
    /** Null until the date is known. */
    startDate: day.nullable(),
    endDate: day.nullable(),
    status: weekendStatusSchema,
    points: z.number().int(),
    /** Null while nothing is scored. */
    rank: z.number().int().nullable(),
    participants: z.number().int(),
    /** Scored tips that earned points; a tip is scored once per race. */
    correctTips: z.number().int(),
    totalTips: z.number().int(),
    accuracy: z.number().nullable(),
  })
  .meta({
    id: 'WeekendFigures',
    description:
      'A weekend in the open competition of which the caller has tips. `totalTips` counts their scored tips, once a race, `correctTips` those that earned points, `accuracy` is that in percent with one decimal, or null of none.',
  })
export type WeekendFigures = z.infer<typeof weekendFiguresSchema>

/** A conclusion from a fan's figures; each kind is present only where there is enough data for it. */
export const insightSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('best-category'),
    categoryId: z.number().int(),
    category: categoryName,
    /** Percentage of the category's scored tips that earned points. */
    percent: z.number(),
    totalTips: z.number().int(),
  }),
  z.object({
    kind: z.literal('changed-tips'),
    changed: z.number().int(),
    leftAlone: z.number().int(),
    /** Points per race of changed tips minus those of unchanged tips. */
    difference: z.number(),
  }),
  z.object({ kind: z.literal('winners'), winners: z.number().int(), totalTips: z.number().int() }),
  /** Rank in percent of the number of participants, averaged over weekends with at least two participants. */
  z.object({ kind: z.literal('top-of-field'), percent: z.number() }),
])
export type Insight = z.infer<typeof insightSchema>

export const recentWeekendSchema = z.object({
  id: z.number().int(),
  weekendId: z.number().int(),
  name: z.string(),
  startDate: day.nullable(),
  endDate: day.nullable(),
  isLive: z.boolean(),
  participants: z.number().int(),
  correctTips: z.number().int(),
  totalTips: z.number().int(),
  accuracy: z.number().nullable(),
  pointsEarned: z.number().int(),
  weekendRank: z.number().int().nullable(),
})
export type RecentWeekend = z.infer<typeof recentWeekendSchema>

export const performanceSchema = z
  .object({
    totalWeekends: z.number().int(),
    /** Percentage of all scored tips that earned points, with one decimal. */
    averageAccuracy: z.number(),
    /** Accuracy of the latest weekends minus that of the weekends before them; null without earlier weekends. */
    accuracyChange: z.number().nullable(),
    trendingUp: z.boolean(),
    totalPoints: z.number().int(),
    bestRank: z.number().int().nullable(),
    /** The weekend of the best rank; the latest where several share it. */
    bestWeekend: z.object({ weekendId: z.number().int(), name: z.string() }).nullable(),
    averageRank: z.number().nullable(),
    /** The latest six weekends, newest first. */
    recentPerformance: z.array(recentWeekendSchema).max(6),
    insights: z.array(insightSchema),
  })
  .meta({
    id: 'Performance',
    description:
      'Over all these weekends. `averageAccuracy` is of all scored tips together; `accuracyChange` that of the latest third of the weekends (one at least, three at most) minus that of those before, or null. `recentPerformance` is latest first.',
  })
export type Performance = z.infer<typeof performanceSchema>

export const performanceQuery = z.object({ userId: z.string().max(100).optional() })

/** An award of a participant. Those in force sum to the leaderboard (docs/rules.md, Scoring). Lists: oldest first. */
export const ledgerEntrySchema = z
  .object({
    scope: z.object({ groupId: z.number().int().nullable(), name: z.string() }),
    race: z.object({ id: z.number().int(), name: z.string() }),
    /** The tip's last change after an early start of the session, and that start; null without such a change. */
    late: z.object({ changedAt: instant, startedAt: instant }).nullable(),
    place: z.number().int(),
    points: z.number().int(),
    tip: z.object({ carId: z.number().int(), number: z.string(), driver: z.string(), submittedAt: instant }),
    /** Revision of the result that granted the award. */
    revision: z.number().int(),
    /** Points by place that applied, such as `50/25/15`. */
    rule: z.string(),
    /** Whether the award counts on the leaderboard. */
    inForce: z.boolean(),
    /** Revision that replaced the award. An award that has none and is not in force is of a group the user left. */
    replacedBy: z.number().int().nullable(),
    /** Reason given for the result that replaced the award, or else for the one that granted it. */
    reason: z.string().nullable(),
  })
  .meta({
    id: 'LedgerEntry',
    description:
      'An award. `tip` is the one in force when the race locked, with its car as it is now; `revision` the result that gave it, `rule` what the three places were worth there, such as `50/25/15`. Awards `inForce` sum to `totalPoints` of the leaderboard. `late` is about a change of the tip that came after the session had started early. `replacedBy` is the revision that took it away, and `reason` is then that revision’s. An award that counts no more and was never replaced was earned in a group before the user left it.',
  })
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>
export const ledgerParams = z.object({ id: idSchema, userId: z.string().min(1).max(100) })
