import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { PreflightError } from '../preflight-error.ts'
import { readRecording } from '../recording/read-recording.ts'
import { line, plate, recordedId } from '../recording/recorded-values.ts'
import type { Recording } from '../recording/recording.ts'

const round = z.int().min(1).describe('counted from 1')
const fan = z.string().describe('one of fans')

/** When something happens in a round: once it is announced, just after a session locks, or once it is completed. */
const seasonMoment = z.strictObject({
  round,
  after: z.string().default('announced').describe('announced, completed, or a session that has just locked'),
})

const stay = z.strictObject({
  joins: seasonMoment,
  approved: seasonMoment.optional().describe('left out: never, unless the group approves by itself'),
  leaves: seasonMoment.optional(),
  openTips: z
    .array(seasonMoment.extend({ isUsed: z.boolean().default(true) }))
    .default([])
    .describe('when the member switches the use of their open tips on or off'),
  tipsThereToo: z.array(round).default([]).describe('rounds in which they also tip in the group, once a category'),
})

const seasonGroup = z.strictObject({
  name: line(50),
  founder: fan,
  founded: seasonMoment,
  countBest: z.int().min(1).max(50).nullable(),
  missedWeekend: z.enum(['zero', 'lowest', 'average']),
  lateJoiners: z.enum(['none', 'missed']),
  autoApprove: z.boolean().default(true),
  preventPoints: z.boolean().default(false).describe('until approved'),
  sessions: z.array(recordedId).default([]).describe('of the first round; the same category and type later; none: all'),
  members: z
    .array(
      z
        .strictObject({
          fan: fan.optional(),
          others: z.int().min(1).optional().describe('as many of the unnamed fans, each with these stays'),
          stays: z.array(stay).min(1),
        })
        .refine((member) => (member.fan === undefined) !== (member.others === undefined), 'names fan or others'),
    )
    .default([]),
})

const seasonSchema = z.strictObject({
  format: z.literal('purple-sector/season'),
  version: z.literal(1),
  name: line(80),
  year: z.int(),
  countBest: z.int().min(1).max(50).nullable(),
  missedWeekend: z.enum(['zero', 'lowest', 'average']),
  jokers: z.int().min(0).max(3),
  fans: z
    .array(z.string().regex(/^[A-Za-z0-9_.-]{3,20}$/))
    .min(1)
    .describe('the fans with names; others have numbers'),
  autoTips: z.array(fan).default([]).describe('who asks for automatic tips'),
  absences: z.number().min(0).max(1).default(0).describe('share of unnamed fans who miss a round'),
  rounds: z
    .array(
      z.strictObject({
        recording: z.string().describe('a file, relative to this one'),
        multiplier: z.union([z.literal(1), z.literal(1.5), z.literal(2), z.literal(3)]).default(1),
        absent: z.array(fan).default([]).describe('who hands in no tip at all'),
      }),
    )
    .min(1),
  jokersPlayed: z
    .array(
      z.strictObject({
        fan,
        when: seasonMoment,
        round: round.describe('played in'),
        insteadOf: round.optional().describe('moved from'),
      }),
    )
    .default([]),
  groups: z.array(seasonGroup).default([]),
  correction: z
    .strictObject({ round, session: recordedId, order: z.array(plate).min(3) })
    .optional()
    .describe('an amended result, published after the last round is completed'),
})

type SeasonFile = z.output<typeof seasonSchema>
export type SeasonMoment = z.output<typeof seasonMoment>
export type RecordedStay = z.output<typeof stay>
export type RecordedSeasonGroup = z.output<typeof seasonGroup>

/** A recorded season with the recordings of its rounds; README.md describes the format. */
export type RecordedSeason = Omit<SeasonFile, 'rounds'> & {
  rounds: (Omit<SeasonFile['rounds'][number], 'recording'> & { recording: Recording })[]
}

/** Names and moments that nothing in the season matches, as `path: message`. */
const problemsOf = (season: RecordedSeason): string[] => {
  const named = new Set(season.fans)
  const fansUsed = [
    ...season.autoTips.map((name) => ['autoTips', name]),
    ...season.rounds.flatMap(({ absent }, i) => absent.map((name) => [`rounds.${i}.absent`, name])),
    ...season.jokersPlayed.map(({ fan: name }, i) => [`jokersPlayed.${i}.fan`, name]),
    ...season.groups.flatMap(({ founder, members }, i) => [
      [`groups.${i}.founder`, founder],
      ...members.flatMap(({ fan: name }) => (name === undefined ? [] : [[`groups.${i}.members`, name]])),
    ]),
  ]
  const stays = season.groups.flatMap(({ members }) => members.flatMap((member) => member.stays))
  const moments = [
    ...season.jokersPlayed.map(({ when }) => when),
    ...season.groups.map(({ founded }) => founded),
    ...stays.flatMap(({ joins, approved, leaves, openTips }) =>
      [joins, approved, leaves, ...openTips].filter((moment) => moment !== undefined),
    ),
    ...(season.correction ? [{ round: season.correction.round, after: season.correction.session }] : []),
  ]
  return [
    ...fansUsed.flatMap(([path, name]) => (name && named.has(name) ? [] : [`${path}: ${name} is not one of fans`])),
    ...moments.flatMap(({ round: number, after }) => {
      const recording = season.rounds[number - 1]?.recording
      if (!recording) return [`round ${number} does not exist`]
      const isKnown = ['announced', 'completed', ...recording.sessions.map(({ id }) => id)].includes(after)
      return isKnown ? [] : [`round ${number} has no session ${after}`]
    }),
  ]
}

const read = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PreflightError(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause })
  })

const parsed = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PreflightError(`${path} is not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Reads a recorded season and the recordings of its rounds.
 * @throws PreflightError with every problem of the season, or of the first recording that is not in order
 */
export const readSeason = async (path: string): Promise<RecordedSeason> => {
  const checked = seasonSchema.safeParse(parsed(path, await read(path)))
  if (!checked.success) throw new PreflightError(`${path} is no season:\n${z.prettifyError(checked.error)}`)
  const rounds = await Promise.all(
    checked.data.rounds.map(async (each) => ({
      ...each,
      recording: await readRecording(join(dirname(path), each.recording)),
    })),
  )
  const season = { ...checked.data, rounds }
  const problems = problemsOf(season)
  if (problems.length > 0) throw new PreflightError([`${path} is no season:`, ...problems].join('\n  '))
  return season
}
