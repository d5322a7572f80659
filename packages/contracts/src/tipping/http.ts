import { z } from 'zod'
import { categoryInput, categoryName } from '../category-schema.ts'
import { avatarConfigSchema, day, idSchema, instant, wholeNumber } from '../common.ts'
import { plateSchema } from '../weekends/car-plate.ts'
import { carStatusSchema, raceStatusSchema, weekendStatusSchema } from '../weekends/http.ts'

/** A race that something begins or ends with; `deadline` is null while it is open without a time. */
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
        /** When the tip was last changed after the session had started early, at `deadline`: that did not count for it. */
        lateAt: instant.nullable(),
      }),
    ),
  })
  .meta({ id: 'Tip' })
export type Tip = z.infer<typeof tipSchema>

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
  .meta({ id: 'Entry' })
export type Entry = z.infer<typeof entrySchema>

/** A row of a board as it stands; `gain` is what the running session would add, null where points are hidden. */
export const provisionalEntrySchema = entrySchema.extend({ gain: z.number().int().nullable() })
export type ProvisionalEntry = z.infer<typeof provisionalEntrySchema>

/** What the caller's tip on a running or coming race would earn, in each competition it counts in. */
export const potentialPointsSchema = z
  .object({
    groupId: z.number().int().nullable(),
    /** Of the group; null in the open competition. */
    groupName: z.string().nullable(),
    carId: z.number().int(),
    /** By place; null where a pending member earns nothing. */
    pays: z.object({ first: z.number().int(), second: z.number().int(), third: z.number().int() }).nullable(),
  })
  .meta({ id: 'Stake' })
export type PotentialPoints = z.infer<typeof potentialPointsSchema>

export const boardQuery = z.object({
  /** As it would be if the running session ended now. */
  projected: z.enum(['true', 'false']).optional(),
  limit: wholeNumber.pipe(z.number().int().min(1).max(500)).default(100),
  offset: wholeNumber.pipe(z.number().int().min(0).max(10_000_000)).default(0),
})

export const myStatsSchema = z.object({
  position: z.number().int().nullable(),
  totalPoints: z.number().int(),
  tipsSubmitted: z.number().int(),
  successRate: z.number(),
  recentForm: z.array(z.number().int()),
})
export type MyStats = z.infer<typeof myStatsSchema>

export const groupStandingSchema = z.object({
  groupId: z.number().int(),
  version: z.number().int(),
  position: z.number().int().nullable(),
  /** Whether others stand on the caller's place, too. */
  shared: z.boolean(),
  totalPoints: z.number().int().nullable(),
  memberCount: z.number().int(),
  top: z.array(entrySchema).max(3),
})
export type GroupStanding = z.infer<typeof groupStandingSchema>

/**
 * When the last result that changed a board was published: null before the first. Who came, or is called otherwise now,
 * changes it without racing. Missing where it was told before it was kept.
 */
export const changedAtSchema = instant.nullish()

/** `/internal/weekends/{id}/board`: what a gateway holds of an open board in memory. */
export const rankSchema = z.object({
  points: z.number().int(),
  firsts: z.number().int(),
  seconds: z.number().int(),
  thirds: z.number().int(),
  count: z.number().int(),
  position: z.number().int().nullable(),
})
export type Rank = z.infer<typeof rankSchema>
export const boardStateSchema = z.object({
  weekendId: z.number().int(),
  groupId: z.number().int().nullable(),
  version: z.number().int(),
  changedAt: changedAtSchema,
  total: z.number().int(),
  entries: z.array(entrySchema).max(20),
  ranks: z.array(rankSchema),
})
export type BoardState = z.infer<typeof boardStateSchema>
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
export const standingsRequest = z.object({
  weekendId: z.number().int(),
  groupId: z.number().int().nullable(),
  userIds: z.array(z.string()).max(1000),
})
export const standingsReply = z.object({ version: z.number().int(), standings: z.array(standingSchema) })

export const tipCountsSchema = z.object({ tips: z.number().int(), racers: z.number().int() })

const memberPoints = z.object({
  userId: z.string(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  /** Null where they are hidden from the caller (docs/rules.md, Scoring). */
  points: z.number().int().nullable(),
})

/** A counting race of a group: how many tipped it, and who earned most in it. */
export const raceProgressSchema = z.object({
  raceId: z.number().int(),
  name: z.string(),
  category: categoryName,
  status: raceStatusSchema,
  scheduledTime: instant.nullable(),
  completedAt: instant.nullable(),
  /** Members whose tip counts for it; of an open race, who have one now. */
  tipped: z.number().int(),
  participants: z.number().int(),
  /** Null until it has a result that counts. */
  topPerformers: z.array(memberPoints).max(3).nullable(),
})
export type RaceProgress = z.infer<typeof raceProgressSchema>

/** The members with most points in a category of the group's counting races, best first. */
export const categoryStandingsSchema = z.object({
  categoryId: z.number().int(),
  category: categoryName,
  top: z.array(memberPoints).max(5),
})
export type CategoryStandings = z.infer<typeof categoryStandingsSchema>

const pickedCar = z.object({
  carId: z.number().int(),
  number: z.number().int(),
  plate: plateSchema,
  driver: z.string(),
  count: z.number().int(),
  /** Of all tips of the category, with one decimal. */
  percent: z.number(),
})

/**
 * How the tips of a category of a scope are spread over its cars, once the last race that is waited for has locked; until
 * then only that it is open, and for which race it waits last (docs/rules.md, Tips); null where it has just been opened
 * again. `members` are told of groups only.
 */
export const picksSchema = z.discriminatedUnion('open', [
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
export type Picks = z.infer<typeof picksSchema>

// Analytics: a fan's own figures in the open competition, over all weekends they have tipped

/** A weekend of a fan. `accuracy` is the percentage of their scored tips that earned points; null without scored ones. */
export const weekendFiguresSchema = z
  .object({
    weekendId: z.number().int(),
    name: z.string(),
    /** Null where it is not known yet. */
    startDate: day.nullable(),
    endDate: day.nullable(),
    status: weekendStatusSchema,
    points: z.number().int(),
    /** Null while nothing is scored. */
    rank: z.number().int().nullable(),
    participants: z.number().int(),
    /** Tips that earned points, of all that were scored: a tip is scored once a race. */
    correctTips: z.number().int(),
    totalTips: z.number().int(),
    accuracy: z.number().nullable(),
  })
  .meta({ id: 'WeekendFigures' })
export type WeekendFigures = z.infer<typeof weekendFiguresSchema>

/** What the figures say beside themselves; each only where there is enough to say it. */
export const insightSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('best-category'),
    categoryId: z.number().int(),
    category: categoryName,
    /** Of its scored tips. */
    percent: z.number(),
    totalTips: z.number().int(),
  }),
  z.object({
    kind: z.literal('changed-tips'),
    changed: z.number().int(),
    leftAlone: z.number().int(),
    /** Points a race that tips which were changed earned more than those left alone; less where it is negative. */
    difference: z.number(),
  }),
  z.object({ kind: z.literal('winners'), winners: z.number().int(), totalTips: z.number().int() }),
  /** The rank in percent of the participants, on the average of the weekends in which there were several. */
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
    /** That of the latest weekends minus that of those before them; null where there are none before. */
    accuracyChange: z.number().nullable(),
    trendingUp: z.boolean(),
    totalPoints: z.number().int(),
    bestRank: z.number().int().nullable(),
    /** The weekend of the best rank, the latest of several. */
    bestWeekend: z.object({ weekendId: z.number().int(), name: z.string() }).nullable(),
    averageRank: z.number().nullable(),
    /** The latest six, newest first. */
    recentPerformance: z.array(recentWeekendSchema).max(6),
    insights: z.array(insightSchema),
  })
  .meta({ id: 'Performance' })
export type Performance = z.infer<typeof performanceSchema>

export const performanceQuery = z.object({ userId: z.string().max(100).optional() })

/** Why somebody has these points: every award of theirs, oldest first; those in force sum to the board (docs/rules.md, Scoring). */
export const ledgerEntrySchema = z
  .object({
    scope: z.object({ groupId: z.number().int().nullable(), name: z.string() }),
    race: z.object({ id: z.number().int(), name: z.string() }),
    /** A change of the tip that came after the session had started early, and that start; null without such a change. */
    late: z.object({ changedAt: instant, startedAt: instant }).nullable(),
    place: z.number().int(),
    points: z.number().int(),
    tip: z.object({ carId: z.number().int(), number: z.string(), driver: z.string(), submittedAt: instant }),
    /** Of the result that awarded it. */
    revision: z.number().int(),
    /** The points that counted there, 50/25/15. */
    rule: z.string(),
    /** Whether it counts on the board. */
    inForce: z.boolean(),
    /** The revision that took its place. Null while none did: what counts no more then is of a group they have left. */
    replacedBy: z.number().int().nullable(),
    /** Why that result was published, or the later one that replaced it. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'LedgerEntry' })
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>
export const ledgerParams = z.object({ id: idSchema, userId: z.string().min(1).max(100) })
