import { plannedLock } from '../account/planned-locks.ts'
import { type Moment, type RecordedGroup, type RecordedMember, type RecordedStay, rulesAt } from './recorded-group.ts'
import type { Issue } from './recorded-instants.ts'
import type { Recording } from './recording.ts'

const maxOfAFounder = 50
const maxInvitations = 50

/** Checks membership over time in each group, against fans, races and categories. */
export const checkGroups = (recording: Recording): Issue[] => [
  ...twice(recording.groups.map(({ name }, g) => [name, `groups.${g}.name`])),
  ...recording.groups.flatMap((group, g) => checkGroup(recording, group, `groups.${g}`)),
  ...checkFounders(recording),
  ...checkTips(recording),
]

const twice = (named: [name: string, path: string][]): Issue[] => {
  const seen = new Set<string>()
  return named.flatMap(([name, path]) => {
    if (seen.has(name)) return [{ path, message: `${name} is there twice` }]
    seen.add(name)
    return []
  })
}

const ms = (instant: string): number => Date.parse(instant)
const isListed = ({ fans }: Recording, name: string): boolean => fans.listed.some((fan) => fan.name === name)

/** Returns a moment on the recording's timeline; undefined if its race is unknown or never locks. */
const timeOf = ({ sessions }: Recording, when: Moment): number | undefined => {
  if ('at' in when) return ms(when.at)
  const race = sessions.find(({ id }) => id === when.lockOf)
  return (race && plannedLock(race)) ?? undefined
}

const checkGroup = (recording: Recording, group: RecordedGroup, path: string): Issue[] => {
  const { founder, members, founded, deleted } = group
  const issues: Issue[] = []
  if (typeof founder === 'string' && !isListed(recording, founder)) {
    issues.push({ path: `${path}.founder`, message: `no fan is called ${founder}` })
  }
  if (deleted !== undefined && ms(deleted) <= ms(founded)) {
    issues.push({ path: `${path}.deleted`, message: 'lies before the group is founded' })
  }
  const named = members.flatMap(({ fan }, m): [string, string][] =>
    fan === undefined ? [] : [[fan, `${path}.members.${m}.fan`]],
  )
  return [
    ...issues,
    ...checkRules(recording, group, path),
    ...twice(named),
    ...members.flatMap((member, m) => checkMember(recording, group, member, `${path}.members.${m}`)),
  ]
}

const checkRules = (recording: Recording, group: RecordedGroup, path: string): Issue[] => {
  const stated = (rules: Pick<RecordedGroup, 'sessions' | 'points'>, at: string): Issue[] => {
    const categories = rules.points?.map(({ category }) => category) ?? []
    return [
      ...rules.sessions.flatMap((id, i) =>
        recording.sessions.some((race) => race.id === id)
          ? []
          : [{ path: `${at}.sessions.${i}`, message: `no race is called ${id}` }],
      ),
      ...categories.flatMap((category, i) =>
        recording.categories.some((field) => field.category === category)
          ? []
          : [{ path: `${at}.points.${i}.category`, message: `${category} has no cars in this recording` }],
      ),
      ...twice(categories.map((category, i) => [category, `${at}.points.${i}.category`])),
    ]
  }
  return [
    ...stated(group, path),
    ...group.changes.flatMap(({ at, sessions = [], points }, i) => {
      const here = `${path}.changes.${i}`
      const before = group.changes[i - 1]
      const isEarly = before !== undefined && ms(at) < ms(before.at)
      return [
        ...outside(group, ms(at), `${here}.at`),
        ...(isEarly ? [{ path: `${here}.at`, message: 'lies before the one above it' }] : []),
        ...stated({ sessions, points: points ?? undefined }, here),
      ]
    }),
  ]
}

const outside = ({ founded, deleted }: RecordedGroup, at: number, path: string): Issue[] => {
  if (at < ms(founded)) return [{ path, message: 'lies before the group is founded' }]
  return deleted !== undefined && at >= ms(deleted) ? [{ path, message: 'lies after the group is deleted' }] : []
}

const checkMember = (recording: Recording, group: RecordedGroup, member: RecordedMember, path: string): Issue[] => {
  const { fan, generated, stays } = member
  if (fan !== undefined && !isListed(recording, fan)) {
    return [{ path: `${path}.fan`, message: `no fan is called ${fan}` }]
  }
  if (fan !== undefined && fan === group.founder) {
    return [{ path: `${path}.fan`, message: `${fan} founded the group, and can neither join nor leave it` }]
  }
  return stays.flatMap((stay, s) => {
    const here = `${path}.stays.${s}`
    const unknown = checkMoments(recording, group, stay, here)
    if (unknown.length > 0) return unknown
    const isShare = generated !== undefined && 'share' in generated
    const message = 'a share of all fans comes by link: nobody may invite more than 50 an hour'
    return [
      ...(isShare && stay.by !== 'link' ? [{ path: `${here}.by`, message }] : []),
      ...checkEntry(recording, group, stay, stays[s - 1], here),
      ...checkStay(recording, group, stay, here),
    ]
  })
}

const checkMoments = (recording: Recording, group: RecordedGroup, stay: RecordedStay, path: string): Issue[] =>
  (
    [
      [stay.when, 'when'],
      [stay.approved, 'approved'],
      [stay.ends?.when, 'ends.when'],
    ] as const
  ).flatMap(([when, place]) => {
    if (!when) return []
    const at = timeOf(recording, when)
    if ('at' in when) return outside(group, at ?? 0, `${path}.${place}.at`)
    const known = recording.sessions.some(({ id }) => id === when.lockOf)
    const message = known ? `${when.lockOf} never locks in this recording` : `no race is called ${when.lockOf}`
    return at === undefined ? [{ path: `${path}.${place}.lockOf`, message }] : outside(group, at, `${path}.${place}`)
  })

/** Checks whether a fan may join in the recorded way. */
const checkEntry = (
  recording: Recording,
  group: RecordedGroup,
  { by, when }: RecordedStay,
  before: RecordedStay | undefined,
  path: string,
): Issue[] => {
  const at = timeOf(recording, when) ?? 0
  const isPrivate = rulesAt(group, at).private
  const ended = before?.ends && timeOf(recording, before.ends.when)
  if (before && (ended === undefined || ended >= at)) {
    return [{ path: `${path}.when`, message: 'is still a member then' }]
  }
  if (by === 'link' && isPrivate) {
    return [{ path: `${path}.by`, message: 'the group is private then: it takes only who is invited' }]
  }
  if (by === 'link' && before?.ends?.how === 'rejected') {
    return [{ path: `${path}.by`, message: 'was rejected, and comes back only with an invitation' }]
  }
  const message = 'the group is private then: an address counts once it is verified, and nobody reads mail here'
  return by === 'mail' && isPrivate ? [{ path: `${path}.by`, message }] : []
}

const checkStay = (
  recording: Recording,
  group: RecordedGroup,
  { when, approved, ends }: RecordedStay,
  path: string,
): Issue[] => {
  const joined = timeOf(recording, when) ?? 0
  const left = ends && timeOf(recording, ends.when)
  const issues: Issue[] = []
  if (left !== undefined && left <= joined) issues.push({ path: `${path}.ends.when`, message: 'lies before joining' })
  if (!approved) return issues
  const at = timeOf(recording, approved) ?? 0
  const isPending = at > joined && (left === undefined || at < left) && !rulesAt(group, joined).autoApprove
  const why = rulesAt(group, joined).autoApprove ? 'the group approves by itself' : 'is no member'
  if (!isPending) issues.push({ path: `${path}.approved`, message: `nobody waits for approval then: ${why}` })
  return issues
}

/** Checks the limits per founder on groups and invitations, all within one hour of play. */
const checkFounders = ({ groups }: Recording): Issue[] => {
  const founded = new Map<string, number>()
  const invited = new Map<string, number>()
  return groups.flatMap(({ founder, members }, g) => {
    const who = JSON.stringify(founder)
    founded.set(who, (founded.get(who) ?? 0) + 1)
    const invitations = members.reduce((sum, { generated, stays }) => {
      const people = generated && 'count' in generated ? generated.count : 1
      return sum + people * stays.filter(({ by }) => by !== 'link').length
    }, 0)
    invited.set(who, (invited.get(who) ?? 0) + invitations)
    const path = `groups.${g}.founder`
    return [
      ...(founded.get(who) === maxOfAFounder + 1
        ? [{ path, message: `founds more than ${maxOfAFounder} groups` }]
        : []),
      ...(invitations > 0 && (invited.get(who) ?? 0) > maxInvitations
        ? [{ path, message: `invites more than ${maxInvitations} people within the hour of play` }]
        : []),
    ]
  })
}

/** Checks the group tips of listed fans; a tip after the membership is allowed: the product refuses it. */
const checkTips = ({ fans, groups }: Recording): Issue[] =>
  fans.listed.flatMap(({ name, tips }, f) =>
    tips.flatMap(({ group: meant, when }, t) => {
      if (meant === undefined) return []
      const path = `fans.listed.${f}.tips.${t}`
      const group = groups.find((one) => one.name === meant)
      if (!group) return [{ path: `${path}.group`, message: `no group is called ${meant}` }]
      const own = group.members.find(({ fan }) => fan === name)
      if (group.founder !== name && !own) return [{ path: `${path}.group`, message: `${name} is never in ${meant}` }]
      const since = own?.stays[0]?.when ?? { at: group.founded }
      const isEarly = 'at' in when && 'at' in since && ms(when.at) < ms(since.at)
      return isEarly ? [{ path: `${path}.when.at`, message: `lies before ${name} is in ${meant}` }] : []
    }),
  )
