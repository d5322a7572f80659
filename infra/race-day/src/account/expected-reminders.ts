// Which deadline reminders a fan must, may and must not have received, derived from the rules of the game, the requests
// and the replies alone. The product learns of most changes by an event, some time after its reply: for a change within
// that time, either outcome is right.

/** A change took effect between these moments, by the product's clock. */
export type Happened = { from: number; to: number }
type Answer = 'yes' | 'perhaps' | 'no'

export type RemindedRace = {
  id: string
  name: string
  category: string
  canCount: boolean
  /** Every deadline that the product gave the race, in order; null: none. */
  deadlines: { at: number | null; reported: Happened }[]
  /** Actions that closed the race at once. */
  closed: Happened[]
  isReopened: boolean
}

export type RulesVersion = { sessions: string[]; locksAfterFirst: boolean; since: Happened }
/** A membership of a fan, with the first tip of each category in it. */
export type RemindedStay = { joined: Happened; left: Happened | null; tipped: Map<string, Happened> }
type RemindedGroup = {
  name: string
  versions: RulesVersion[]
  stays: RemindedStay[]
  /** The deletion of a group also removes the reminders sent for it. */
  isDeleted: boolean
}
/** First tips in the open competition, and all groups the fan was ever in, in founding order. */
export type RemindedFan = { tipped: Map<string, Happened>; groups: RemindedGroup[] }

export type ReminderEvidence = {
  races: RemindedRace[]
  /** Filters of the open competition. */
  versions: RulesVersion[]
  timeZone: string
  /** When the player requested the fans' notifications. */
  asked: Happened
}

/** One step before the deadlines of a category. */
export type ExpectedReminder = {
  category: string
  minutes: number
  answer: Answer
  /** The messages the reminder may have, and between which moments it is created. */
  words: { message: string; from: number; until: number }[]
}

const steps = [1_440, 120, 30]

/** Time until an event is handled, and until a due reminder is sent; ms, on a slow machine. */
const [hears, looks] = [10_000, 10_000]

const all = (answers: Answer[]): Answer => {
  if (answers.includes('no')) return 'no'
  return answers.includes('perhaps') ? 'perhaps' : 'yes'
}
const some = (answers: Answer[]): Answer => {
  if (answers.includes('yes')) return 'yes'
  return answers.includes('perhaps') ? 'perhaps' : 'no'
}
const not = (answer: Answer): Answer => {
  if (answer === 'perhaps') return answer
  return answer === 'yes' ? 'no' : 'yes'
}
const same = (answers: Answer[]): Answer =>
  answers.every((answer) => answer === answers[0]) ? (answers[0] ?? 'no') : 'perhaps'

/** Whether the product knew of a change when it sent a reminder that was due at `at`. */
const isKnown = (happened: Happened | undefined | null, at: number): Answer => {
  if (!happened || happened.from >= at + looks) return 'no'
  return happened.to + hears <= at ? 'yes' : 'perhaps'
}

/** Returns the versions that may have been in force at a moment. */
const inForce = <T>(versions: T[], sinceOf: (version: T) => Happened, at: number): T[] => {
  const surely = versions.findLastIndex((version) => isKnown(sinceOf(version), at) === 'yes')
  return versions.filter((version, i) => i >= surely && isKnown(sinceOf(version), at) !== 'no')
}

type Due = { race: RemindedRace; minutes: number; at: number; deadline: number; answer: Answer }

/**
 * Returns the steps of a race that came due.
 * Omits steps that were already past when the deadline was announced, and steps before which the race got another
 * deadline or was closed.
 */
const duesOf = (race: RemindedRace, asked: Happened): Due[] => {
  if (!race.canCount) return []
  return race.deadlines.flatMap(({ at: deadline, reported }, i) => {
    if (deadline === null) return []
    const ends = [...race.deadlines.slice(i + 1).map((later) => later.reported), ...race.closed]
    return steps.flatMap((minutes) => {
      const at = deadline - minutes * 60_000
      if (at <= reported.from || at > asked.to || ends.some(({ to }) => to + hears <= at)) return []
      const isSure =
        reported.to + hears <= at && at + looks <= asked.from && ends.every(({ from }) => from >= at + looks)
      return [{ race, minutes, at, deadline, answer: isSure ? 'yes' : 'perhaps' }]
    })
  })
}

/** Whether another race of the category closes earlier, or has locked its tips for good. */
const speaksInstead = (other: RemindedRace, due: Due, locksAfterFirst: boolean): Answer => {
  const past = locksAfterFirst ? 'yes' : 'no'
  const given = inForce(other.deadlines, ({ reported }) => reported, due.at).map(({ at }): Answer => {
    if (at === null || at >= due.deadline) return 'no'
    if (at <= due.at) return past
    return at > due.at + looks ? 'yes' : same(['yes', past])
  })
  const isClosed = some(other.closed.map((closed) => isKnown(closed, due.at)))
  if (isClosed === 'no') return same(given)
  if (other.isReopened) return 'perhaps'
  return isClosed === 'yes' ? past : same([past, ...given])
}

/** Whether a race counts under the rules of that moment and is the next to close. */
const isNext = (races: RemindedRace[], versions: RulesVersion[], due: Due): Answer =>
  same(
    inForce(versions, ({ since }) => since, due.at).map(({ sessions, locksAfterFirst }) => {
      const counts = ({ id, canCount }: RemindedRace) => canCount && (sessions.length === 0 || sessions.includes(id))
      if (!counts(due.race)) return 'no'
      const others = races.filter(({ id, category }) => category === due.race.category && id !== due.race.id)
      return not(some(others.filter(counts).map((other) => speaksInstead(other, due, locksAfterFirst))))
    }),
  )

const isIn = ({ joined, left }: RemindedStay, at: number): Answer => all([isKnown(joined, at), not(isKnown(left, at))])

/** Returns for each scope whether it reminds a fan, the open competition first. */
const answersTo = (fan: RemindedFan, due: Due, { races, versions }: ReminderEvidence) => {
  const { at, race } = due
  const plays = some([
    ...[...fan.tipped.values()].map((tipped) => isKnown(tipped, at)),
    ...fan.groups.flatMap(({ stays }) => stays.map((stay) => isIn(stay, at))),
  ])
  const isUntipped = ({ tipped }: Pick<RemindedStay, 'tipped'>) => not(isKnown(tipped.get(race.category), at))
  return [
    { group: null, answer: all([due.answer, isNext(races, versions, due), plays, isUntipped(fan)]) },
    ...fan.groups.map(({ name, versions, stays, isDeleted }) => ({
      group: name,
      answer: all([
        due.answer,
        isDeleted ? 'perhaps' : 'yes',
        isNext(races, versions, due),
        some(stays.map((stay) => all([isIn(stay, at), isUntipped(stay)]))),
      ]),
    })),
  ]
}

/** Formats a deadline: "Sun 29 Nov, 5:04 am AEDT". */
const closing = (deadline: number, timeZone: string): string => {
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const time = { hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' } as const
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, ...day, ...time }).formatToParts(deadline)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const clock = `${part('hour')}:${part('minute')} ${part('dayPeriod').toLowerCase()} ${part('timeZoneName')}`
  return `${part('weekday')} ${part('day')} ${part('month')}, ${clock}`
}

const messageOf = ({ race, deadline }: Due, group: string | null, timeZone: string): string =>
  `${group === null ? '' : `In ${group}, `}${race.name} closes ${closing(deadline, timeZone)}.`

/**
 * Returns every step that came due, and whether a fan was reminded of it.
 * The first scope that is due sends the reminder, and a step is sent once per category, however often a deadline moved.
 */
export const expectedReminders = (evidence: ReminderEvidence, fan: RemindedFan): ExpectedReminder[] => {
  const { races, asked, timeZone } = evidence
  const checked = races
    .flatMap((race) => duesOf(race, asked))
    .map((due) => {
      const scopes = answersTo(fan, due, evidence)
      const first = scopes.findIndex(({ answer }) => answer === 'yes')
      const speaking = scopes.filter(({ answer }, i) => answer !== 'no' && (first < 0 || i <= first))
      const words = speaking.map(({ group }) => ({
        message: messageOf(due, group, timeZone),
        from: due.at,
        until: due.deadline,
      }))
      return { category: due.race.category, minutes: due.minutes, answer: some(scopes.map((s) => s.answer)), words }
    })
  return [...Map.groupBy(checked, ({ category, minutes }) => `${category} ${minutes}`).values()].flatMap((dues) =>
    dues.slice(0, 1).map(({ category, minutes }) => ({
      category,
      minutes,
      answer: some(dues.map(({ answer }) => answer)),
      words: dues.flatMap(({ words }) => words),
    })),
  )
}
