import { z } from 'zod'
import { idSchema } from '../common.ts'
import { multiplierSchema } from '../weekends/seasons.ts'
import { entrySchema } from './http.ts'

/** What separates a row from its neighbour with the same season points, or `shared` (docs/rules.md, Seasons). */
const seasonTieBreakSchema = z.enum(['weekends-won', 'best-weekend', 'first', 'second', 'third', 'shared'])
export type SeasonTieBreak = z.infer<typeof seasonTieBreakSchema>

/** What a round is for a participant: the first that holds, in this order. */
export const roundStateSchema = z.enum(['void', 'before', 'dropped', 'missed', 'counted', 'pending'])
export type RoundState = z.infer<typeof roundStateSchema>

const seasonRoundSchema = z.object({
  weekendId: z.number().int(),
  /** Null for `void`, `before` and `pending`. */
  seasonPoints: z.number().int().nullable(),
  state: roundStateSchema,
})

const jokerSchema = z.object({ weekendId: z.number().int() })

/** A row of a season leaderboard. */
export const seasonEntrySchema = entrySchema
  .pick({ userId: true, username: true, firstName: true, lastName: true, avatarConfig: true, picks: true })
  .extend({
    /** Null while no weekend of the season counts yet. */
    position: z.number().int().nullable(),
    /** Null where points are hidden from the caller. */
    totalPoints: z.number().int().nullable(),
    weekendsPlayed: z.number().int(),
    weekendsWon: z.number().int(),
    bestWeekend: z.object({ weekendId: z.number().int(), points: z.number().int() }).nullable(),
    rounds: z.array(seasonRoundSchema),
    /** Weekend points of the last five completed rounds, the latest last. */
    form: z.array(z.number().int()),
    /** Positions won since the end of the previous completed round. */
    positionChange: z.number().int(),
    jokers: z.array(jokerSchema),
    joker: jokerSchema.nullable(),
    tieBreak: seasonTieBreakSchema.nullable(),
  })
  .meta({
    id: 'SeasonEntry',
    description:
      '`rounds` are those that count already or are completed; the `state` of one is the first that holds of `void` (cancelled), `before` (before joining), `dropped`, `missed`, `counted`, and `pending` where it counts already and the participant has no tip yet. `seasonPoints` is null for void, before and pending. `jokers` are those that the caller may see, `joker` the first of them. `tieBreak` is what separates the row from its neighbour with the same points, or `shared`.',
  })
export type SeasonEntry = z.infer<typeof seasonEntrySchema>

/** What a participant can still reach in a competition (docs/rules.md, Seasons). */
export const chancesSchema = z
  .object({
    /** Null for who takes no part, and while counting races are still to be scheduled. */
    maxReachable: z.number().int().nullable(),
    canWin: z.boolean(),
    clinched: z.boolean(),
    /** Orders of the first three of the last race: all, those by which the caller wins, and is in the top 3. */
    podiums: z.object({ total: z.number().int(), win: z.number().int(), top3: z.number().int() }).nullable(),
    sentences: z.array(z.string()).max(3),
  })
  .meta({
    id: 'Chances',
    description:
      '`maxReachable` is the highest number of points that the caller can still get, null for who takes no part and while counting races are still to be scheduled. `podiums` and `sentences` are there once a single race is left, it has locked, and the picks of its category are visible.',
  })
export type Chances = z.infer<typeof chancesSchema>

/** A round of the caller's season. */
const ownRoundSchema = z.object({
  weekendId: z.number().int(),
  round: z.number().int(),
  multiplier: multiplierSchema,
  /** As on the weekend's leaderboard; of a missed one what it is given; null for one to come. */
  points: z.number().int().nullable(),
  seasonPoints: z.number().int().nullable(),
  counted: z.boolean(),
  dropped: z.boolean(),
  missed: z.boolean(),
  beforeJoining: z.boolean(),
  void: z.boolean(),
  joker: z.boolean(),
  position: z.number().int().nullable(),
})

/** The caller's own season, round by round. */
export const ownSeasonSchema = z
  .object({
    seasonId: z.number().int(),
    version: z.number().int(),
    position: z.number().int().nullable(),
    shared: z.boolean(),
    totalPoints: z.number().int(),
    jokersLeft: z.number().int(),
    ...chancesSchema.pick({ maxReachable: true, canWin: true, clinched: true }).shape,
    weekends: z.array(ownRoundSchema),
  })
  .meta({
    id: 'OwnSeason',
    description:
      'All rounds in order. Of a round to come `points`, `seasonPoints` and `position` are null, and all but `joker` false. Who takes no part has `position` null and `totalPoints` 0.',
  })
export type OwnSeason = z.infer<typeof ownSeasonSchema>

/** Plays a joker in a weekend, or moves the one played in `insteadOf`. */
export const playJokerBody = z.object({
  weekendId: z.number().int().positive(),
  insteadOf: z.number().int().positive().optional(),
})
export type PlayJokerBody = z.infer<typeof playJokerBody>
export const takeBackJokerQuery = z.object({ weekendId: idSchema })

/** A participant's standing in a season, as their `my_season` frame says it. */
export const seasonStandingSchema = z.object({
  userId: z.string(),
  position: z.number().int().nullable(),
  shared: z.boolean(),
  totalPoints: z.number().int(),
  positionChange: z.number().int(),
  ...chancesSchema.pick({ canWin: true, clinched: true }).shape,
})
export type SeasonStanding = z.infer<typeof seasonStandingSchema>
