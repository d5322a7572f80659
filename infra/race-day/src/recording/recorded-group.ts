import { z } from 'zod'
import { instant, line, prose, recordedId } from './recorded-values.ts'

/** A moment of a fan: an instant, or seconds of real (uncompressed) time around a race's lock. */
export const moment = z.union(
  [
    z.strictObject({ at: instant }),
    z.strictObject({
      lockOf: recordedId,
      seconds: z.number().min(-600).max(600).describe('real seconds; negative: before the race locks'),
    }),
  ],
  { error: 'is no moment: {"at": instant with an offset} or {"lockOf": session, "seconds": -600 to 600}' },
)

/** A category by any spelling that the recording lists. */
export const category = line(100).describe('as in categories, where it is spelt by its name, short name or an alias')

const award = z.int().min(1).max(300)
const ownPoints = z
  .array(z.strictObject({ category, first: award, second: award, third: award }))
  .describe("the group's own points by category, 25/18/15 where one is left out")
const sessions = z.array(recordedId).describe('races that count in the group; none listed: all')

const switches = {
  private: z.boolean(),
  autoApprove: z.boolean(),
  hidePoints: z.boolean(),
  preventPoints: z.boolean(),
  lockAfterFirst: z.boolean(),
}

const stay = z.strictObject({
  by: z.enum(['link', 'user', 'mail']).describe('by the link alone, or invited as a user or by mail address'),
  when: moment,
  approved: moment.optional().describe('left out: never, unless the group approves by itself'),
  ends: z
    .strictObject({ when: moment, how: z.enum(['leaves', 'rejected']) })
    .optional()
    .describe('left out: a member for good'),
})

const member = z
  .strictObject({
    fan: z.string().optional().describe('a listed fan'),
    generated: z
      .union([
        z.strictObject({ count: z.int().min(1).max(1000) }),
        z.strictObject({ share: z.number().gt(0).max(1).describe('of all generated fans who play') }),
      ])
      .optional()
      .describe('as many of the generated fans, each with these stays'),
    stays: z.array(stay).min(1).describe('one after the other: who comes back has several'),
  })
  .refine(
    ({ fan, generated }) => (fan === undefined) !== (generated === undefined),
    'names either a listed fan or generated ones',
  )

const change = z
  .strictObject({
    at: instant,
    ...z.object(switches).partial().shape,
    sessions: sessions.optional(),
    points: ownPoints.nullable().optional().describe("null: the races' own points again"),
  })
  .refine((rules) => Object.keys(rules).length > 1, 'says nothing that changes')

export const recordedGroup = z.strictObject({
  name: line(50),
  description: prose(200).default(''),
  founder: z.union([z.string(), z.strictObject({ generated: z.int().min(1) })], {
    error: 'is nobody: the name of a listed fan, or {"generated": 3} for the third generated one',
  }),
  founded: instant,
  private: switches.private.default(false),
  autoApprove: switches.autoApprove.default(false),
  hidePoints: switches.hidePoints.default(false).describe('until approved'),
  preventPoints: switches.preventPoints.default(false).describe('until approved'),
  lockAfterFirst: switches.lockAfterFirst.default(false).describe('tips, once the first counting race has started'),
  sessions: sessions.default([]),
  points: ownPoints.optional().describe("left out: the races' own"),
  members: z.array(member).default([]),
  changes: z.array(change).default([]).describe('of its rules: they count for races that lock later'),
  deleted: instant.optional(),
})

export type Moment = z.output<typeof moment>
export type RecordedGroup = z.output<typeof recordedGroup>
export type RecordedMember = RecordedGroup['members'][number]
export type RecordedStay = RecordedMember['stays'][number]
export type RecordedRules = Pick<RecordedGroup, keyof typeof switches | 'sessions' | 'points'>

const rulesOf = ({ sessions, points, ...group }: RecordedGroup): RecordedRules => ({
  private: group.private,
  autoApprove: group.autoApprove,
  hidePoints: group.hidePoints,
  preventPoints: group.preventPoints,
  lockAfterFirst: group.lockAfterFirst,
  sessions,
  points,
})

/** Returns every version of a group's rules with its start, the first from the founding. */
export const ruleVersions = (group: RecordedGroup): { at: string; rules: RecordedRules }[] => {
  const versions = [{ at: group.founded, rules: rulesOf(group) }]
  for (const { at, points, ...changed } of group.changes) {
    const before = versions[versions.length - 1]?.rules ?? rulesOf(group)
    const own = points === undefined ? before.points : (points ?? undefined)
    const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
    versions.push({ at, rules: { ...before, ...given, points: own } })
  }
  return versions
}

/** Returns the rules of a group at a moment of the recording. */
export const rulesAt = (group: RecordedGroup, at: number): RecordedRules =>
  ruleVersions(group).findLast((version) => Date.parse(version.at) <= at)?.rules ?? rulesOf(group)
