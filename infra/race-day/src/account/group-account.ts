import type { Difference } from '../comparison/differences.ts'
import type { PlayedGroup, PlayedStay, Span } from '../fans/played-group.ts'
import type { Programme } from '../race-control/set-up-weekend.ts'
import type { RecordedRules } from '../recording/recorded-group.ts'
import { canCount, type Recording } from '../recording/recording.ts'
import { displayName, type ExpectedEntry, type ExpectedRace } from './expected-board.ts'
import type { Closure } from './expected-deadlines.ts'
import {
  type ExpectedGroup,
  expectedGroupBoard,
  type GroupRow,
  type GroupRules,
  raceInGroup,
} from './expected-group.ts'
import {
  type ClockOffset,
  type Closing,
  checkTips,
  type Lock,
  type OutWindow,
  type TipAttempt,
} from './expected-tips.ts'
import { lockTipsWindow } from './locked-tips.ts'

/** The expected state of a group, with alternatives where a clock leaves doubt. */
export type GroupAccount = {
  played: PlayedGroup
  group: ExpectedGroup
  /** Alternatives in which one change fell on the other side of a lock. */
  alternatives: ExpectedGroup[]
  tips: { accepted: number; unchanged: number; tipsClosed: number; tipsLocked: number }
  differences: Difference[]
}

type Evidence = {
  recording: Recording
  programme: Programme
  races: ExpectedRace[]
  offset: ClockOffset
  out: OutWindow[]
  lockOf(race: string): Lock
  closuresOf(race: string): Closure[]
}

const slack = 20

/**
 * Deadline of tipping's reply to the groups service, and of the event otherwise; ms.
 * Without the reply tipping learns of a change by an event, also after a restart.
 */
const [replyTimeoutMs, eventDelayMs] = [1_900, 30_000]

/** Computes the account of a group from the replies received while it was played. */
export const groupAccount = (evidence: Evidence, played: PlayedGroup): GroupAccount => {
  const { races, offset } = evidence
  const tips = { accepted: 0, unchanged: 0, tipsClosed: 0, tipsLocked: 0 }
  const differences: Difference[] = []
  const checked = new Map(
    played.stays.map((stay) => {
      const found = checkStay(evidence, played, stay)
      differences.push(...found.differences)
      tips.accepted += found.accepted.length
      tips.unchanged += found.unchanged
      const rejected = stay.attempts.flatMap(({ outcome }) => (outcome.kind === 'rejected' ? [outcome.code] : []))
      tips.tipsClosed += rejected.filter((code) => code === 'TIPS_CLOSED').length
      tips.tipsLocked += rejected.filter((code) => code === 'TIPS_LOCKED').length
      return [stay, found.accepted]
    }),
  )
  for (const stranger of played.strangers) {
    const { fan, outcome } = stranger
    if (outcome.kind === 'rejected' && outcome.code === 'NOT_A_MEMBER') continue
    if (played.stays.some((stay) => isTooEarlyToBeOut(stranger, stay))) continue
    const actual = outcome.kind === 'rejected' ? outcome.code : outcome.kind
    differences.push({ where: fan, what: 'tip of a fan who is no member', expected: 'NOT_A_MEMBER', actual })
  }
  const deadlines = races.flatMap(({ canCount, deadline }) => (canCount && deadline !== null ? [deadline] : []))
  const moments = spansOf(played).map((span) => [span, momentsIn(span, deadlines, offset)] as const)
  const groupWith = (chosenMoments: Map<Span, number>): ExpectedGroup => {
    const at = (span: Span) => chosenMoments.get(span) ?? momentsIn(span, [], offset)[0] ?? 0
    return {
      founderId: played.founder.account.user.id,
      versions: played.versions.map(({ rules, since }) => ({ since: at(since), rules: rulesOf(evidence, rules) })),
      memberships: played.stays.map((stay) => ({
        userId: stay.fan.account.user.id,
        displayName: displayName(stay.fan.account.user),
        joinedAt: at(stay.joined),
        approvedAt: stay.approved && at(stay.approved),
        leftAt: stay.left && at(stay.left),
        tips: checked.get(stay) ?? [],
      })),
    }
  }
  const first = new Map(moments.map(([span, [moment = 0]]) => [span, moment]))
  const alternatives = moments.flatMap(([span, [, ...later]]) =>
    later.map((moment) => groupWith(new Map([...first, [span, moment]]))),
  )
  return { played, group: groupWith(first), alternatives, tips, differences }
}

const spansOf = ({ versions, stays }: PlayedGroup): Span[] => [
  ...new Set([
    ...versions.map(({ since }) => since),
    ...stays.flatMap(({ joined, approved, left }) => [joined, approved ?? [], left ?? []].flat()),
  ]),
]

/** Returns how much later than its reply a change may have taken effect; ms. */
const delayOf = ({ sent, received }: Span): number => (received - sent > replyTimeoutMs ? eventDelayMs : 0)

/** Whether tipping may not have known yet that the fan had joined. */
const isTooEarly = ({ sent, outcome }: TipAttempt, joined: Span): boolean =>
  outcome.kind === 'rejected' && outcome.code === 'NOT_A_MEMBER' && sent < joined.received + delayOf(joined)

/** Whether tipping may not have known yet that the fan had left. */
const isTooEarlyToBeOut = ({ fan, sent }: TipAttempt, stay: PlayedStay): boolean =>
  stay.left !== null && fan.startsWith(`${stay.fan.plan.name} in `) && sent < stay.left.received + delayOf(stay.left)

/**
 * Returns the moments at which a change may have taken effect: one for each side of a lock.
 * By the product's clock, in ms.
 */
const momentsIn = ({ sent, received }: Span, deadlines: number[], { least, most }: ClockOffset): number[] => {
  const [from, to] = [sent + least - slack, received + most + slack + delayOf({ sent, received })]
  const inside = deadlines.filter((deadline) => from < deadline && deadline <= to).sort((a, b) => a - b)
  return [from, ...inside.map((deadline) => deadline + 0.5)]
}

const rulesOf = ({ programme }: Evidence, rules: RecordedRules): GroupRules => ({
  raceIds: rules.sessions.flatMap((id) => programme.races.get(id) ?? []),
  points: rules.points ? new Map(rules.points.map(({ category, ...points }) => [category, points])) : null,
  hidePoints: rules.hidePoints,
  preventPoints: rules.preventPoints,
  lockAfterFirst: rules.lockAfterFirst,
})

const checkStay = (evidence: Evidence, played: PlayedGroup, { attempts, joined }: PlayedStay) => {
  const { recording, offset, out } = evidence
  const found = recording.categories.map(({ category }) => {
    const own = attempts.filter((attempt) => attempt.category === category && !isTooEarly(attempt, joined))
    return checkTips(own, closingOf(evidence, played, category), out, offset)
  })
  return {
    accepted: found.flatMap(({ accepted }) => accepted),
    unchanged: found.reduce((sum, { unchanged }) => sum + unchanged, 0),
    differences: found.flatMap(({ differences }) => differences),
  }
}

/**
 * Returns when a category takes no more tips in a group.
 * That is when its counting races have locked, or when the first of them has started.
 */
const closingOf = (evidence: Evidence, { versions }: PlayedGroup, category: string): Closing => {
  const { recording, programme, lockOf, closuresOf, offset } = evidence
  const races = recording.sessions.filter((race) => race.category === category && canCount(race.type))
  const counts = (rules: RecordedRules, id: string) => rules.sessions.length === 0 || rules.sessions.includes(id)
  const always = races.filter(({ id }) => versions.every(({ rules }) => counts(rules, id)))
  const ever = races.filter(({ id }) => versions.some(({ rules }) => counts(rules, id)))
  const startsOf = (id: string) => ({ closures: closuresOf(id), starts: programme.starts.get(id) ?? [] })
  return {
    always: always.map(({ id }) => lockOf(id)),
    ever: ever.map(({ id }) => lockOf(id)),
    locked: versions.flatMap(({ rules, since }, i) => {
      if (!rules.lockAfterFirst) return []
      const until = versions[i + 1]?.since
      return [
        lockTipsWindow(
          { since, until: until ?? null },
          { always: always.map(({ id }) => startsOf(id)), ever: ever.map(({ id }) => startsOf(id)) },
          offset,
        ),
      ]
    }),
  }
}

/** Returns the alternative that fits a group's displayed board and counting races best. */
export const closestGroup = (
  { group, alternatives }: GroupAccount,
  races: ExpectedRace[],
  { board: displayed, counting }: { board: { userId: string; totalPoints: number | null }[]; counting: number[] },
): { group: ExpectedGroup; board: GroupRow[] } => {
  const misses = ({ group: candidate, board }: { group: ExpectedGroup; board: ExpectedEntry[] }) => {
    const totals = new Map(board.map((row) => [row.userId, row.totalPoints]))
    const wrongTotals = displayed.filter(
      ({ userId, totalPoints: reported }) => reported !== null && totals.get(userId) !== reported,
    )
    // Where no fan earned anything in a race, no total shows whether the race counts.
    const wrongRaces = races.filter((race) => raceInGroup(candidate, race).counts !== counting.includes(race.raceId))
    return wrongTotals.length + wrongRaces.length
  }
  const candidates = [group, ...alternatives].map((candidate) => ({
    group: candidate,
    board: expectedGroupBoard(candidate, races),
  }))
  return candidates.reduce((best, candidate) => (misses(candidate) < misses(best) ? candidate : best))
}
