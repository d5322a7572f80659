import type { Frame, Tampering } from '@purple-sector/race-day/test/tampering-proxy'
import { z } from 'zod'

/** A change to replies or frames of the product, and the difference that the player must report for it. */
export type TamperingCase = Tampering & { name: string; expectedDifference: RegExp }

const entry = z.looseObject({ totalPoints: z.number().nullable(), positionChange: z.number() })
const boardOfAll = z.looseObject({ groupId: z.null(), version: z.number(), entries: z.array(entry) })
const completion = z.looseObject({ race: z.looseObject({ name: z.string() }) })
const correction = z.looseObject({ reason: z.string().nullable() })
const result = z.looseObject({
  reason: z.string().nullable(),
  classification: z.array(z.looseObject({ car: z.looseObject({ driver: z.string() }) })),
})
const timing = z.looseObject({ lap: z.number(), entries: z.array(z.looseObject({ place: z.number().nullable() })) })
const projected = z.looseObject({ groupId: z.number().nullable(), raceId: z.number().nullable() })
const picks = z.array(z.looseObject({ categoryId: z.number(), category: z.string(), open: z.boolean() }))

/** Changes frames of a type whose data match this schema; leaves all others unchanged. */
const inFrames =
  <Shape extends z.ZodType>(
    type: string,
    shape: Shape,
    change: (data: z.output<Shape>, frame: Frame) => Frame[],
  ): NonNullable<Tampering['frame']> =>
  (frame) => {
    const parsed = frame.type === type ? shape.safeParse(frame.data) : undefined
    return parsed?.success ? change(parsed.data, frame) : [frame]
  }

/** Changes the replies of these calls. */
const inReplies =
  <Shape extends z.ZodType>(
    calls: RegExp,
    shape: Shape,
    change: (body: z.output<Shape>) => unknown,
  ): NonNullable<Tampering['reply']> =>
  (call, body) =>
    calls.test(call) ? change(shape.parse(body)) : body

/** Changes in a weekend with laps and without groups. */
export const raceControlCases: TamperingCase[] = [
  {
    name: 'a point too many on the board of a screen',
    frame: inFrames('leaderboard_update', boardOfAll, (data, frame) => {
      const entries = data.entries.map((row, i) =>
        i === 0 ? { ...row, totalPoints: (row.totalPoints ?? 0) + 1 } : row,
      )
      return [{ ...frame, data: { ...data, entries } }]
    }),
    expectedDifference: /^socket of \S+, row 1 \(.*\): totalPoints should be \d+, but is \d+$/,
  },
  {
    name: 'arrows with a wrong position change',
    frame: inFrames('leaderboard_update', boardOfAll, (data, frame) => {
      const entries = data.entries.map((row) => ({ ...row, positionChange: row.positionChange + 1 }))
      return [{ ...frame, data: { ...data, entries } }]
    }),
    expectedDifference: /^socket of \S+, row \d+ \(.*\): positionChange should be .+, but is -?\d+$/,
  },
  {
    name: 'a board that is older than the one before',
    frame: inFrames('leaderboard_update', boardOfAll, (data, frame) => {
      const older = { ...frame, data: { ...data, version: data.version - 1 } }
      return data.version > 0 ? [frame, older] : [frame]
    }),
    expectedDifference: /^socket of \S+: frames should be as agreed, but is board version fell from \d+ to \d+$/,
  },
  {
    name: 'a result that no screen receives',
    frame: inFrames('race_completed', completion, ({ race }, frame) => (race.name === 'Race' ? [] : [frame])),
    expectedDifference: /^socket of \S+: completed race, revision 1 should be sent once, but is sent 0 times$/,
  },
  {
    name: 'a different reason on the screens',
    frame: inFrames('result_corrected', correction, (data, frame) => [
      { ...frame, data: { ...data, reason: 'Another one' } },
    ]),
    expectedDifference:
      /^socket of \S+: reason in corrected qualifying, revision 2 should be Penalty, but is Another one$/,
  },
  {
    name: 'a result that is sent twice',
    frame: inFrames('race_completed', completion, ({ race }, frame) =>
      race.name === 'Qualifying' ? [frame, frame] : [frame],
    ),
    expectedDifference: /^socket of \S+: completed qualifying, revision 1 should be sent once, but is sent 2 times$/,
  },
  {
    name: 'a preview with a wrong number of changed participants',
    reply: inReplies(/^POST \/api\/admin\/races\/\d+\/results\?preview=true$/, z.looseObject({}), (preview) => ({
      ...preview,
      participantsChanged: 99,
    })),
    expectedDifference: /^preview of qualifying, result 1: participantsChanged should be \d+, but is 99$/,
  },
  {
    name: 'a result without its reason',
    reply: inReplies(/^(PUT|GET) \/api\/(admin\/)?races\/\d+\/results$/, result, (body) => ({ ...body, reason: null })),
    expectedDifference: /^(qualifying, result 2|result of qualifying): reason should be Penalty, but is null$/,
  },
  {
    name: 'a result that renames the past',
    reply: inReplies(/^GET \/api\/races\/\d+\/results$/, result, (body) => {
      const classification = body.classification.map((row) => ({
        ...row,
        car: { ...row.car, driver: 'Another driver' },
      }))
      return { ...body, classification }
    }),
    expectedDifference:
      /^result of (qualifying|race): car id \d+ should be #(\d) Driver \2, Team, but is #\2 Another driver, Team$/,
  },
  {
    name: 'a wrong place in a lap',
    frame: inFrames('timing_update', timing, (data, frame) => {
      if (data.lap !== 2) return [frame]
      const entries = data.entries.map((row, i) => (i === 0 ? { ...row, place: 2 } : row))
      return [{ ...frame, data: { ...data, entries } }]
    }),
    expectedDifference: /^race, lap 2 \(.+\), socket of \S+: car 2 should be .*"place":1.*, but is .*"place":2.*$/,
  },
  {
    name: 'the moment of another lap',
    frame: inFrames('timing_update', timing, ({ lap }, frame) => [
      lap === 3 ? { ...frame, at: '2026-03-14T09:00:00.000Z' } : frame,
    ]),
    expectedDifference: /^race, lap 3 \(green\), socket of \S+: timing_update: at should be \d+, but is 1773478800000$/,
  },
  {
    name: 'a projected board that stays on the screens',
    frame: inFrames('projected_leaderboard', projected, ({ groupId, raceId }, frame) =>
      groupId === null && raceId === null ? [] : [frame],
    ),
    expectedDifference: /^race, over: projected boards left on screens should be \[\], but is \["all"\]$/,
  },
]

/** Changes in a weekend with a group that hides the points of pending members. */
export const groupCases: TamperingCase[] = [
  {
    name: 'points that the group hides',
    reply: inReplies(/^GET \/api\/groups\/\d+\/leaderboard\/\d+\?/, z.array(entry), (entries) =>
      entries.map((row) => ({ ...row, totalPoints: row.totalPoints ?? 7 })),
    ),
    expectedDifference: /^group Mates, read by \S+, row \d+ \(.*\): totalPoints should be null, but is 7$/,
  },
  {
    name: 'picks before the last lock',
    reply: inReplies(/^GET \/api\/(groups|weekends)\/\d+\/picks$/, picks, (replyBody) =>
      replyBody.map(({ categoryId, category, open, ...rest }) =>
        open
          ? { categoryId, category, open: false, tips: 0, cars: [], yours: null }
          : { categoryId, category, open, ...rest },
      ),
    ),
    expectedDifference: /^after a result, picks of .+, .+: open should be true, but is false$/,
  },
]

/** Combines these changes. */
export const combineCases = (tampering: readonly TamperingCase[]): Tampering => ({
  reply: (call, body) => tampering.reduce((replyBody, { reply }) => reply?.(call, replyBody) ?? replyBody, body),
  frame: (frame) =>
    tampering.reduce<Frame[]>((frames, name) => frames.flatMap((row) => name.frame?.(row) ?? [row]), [frame]),
})
