// Which deadline reminders a fan must, may and must not have received, derived from the rules of the game, the requests
// and the replies alone. The product learns of most changes by an event, some time after its reply: for a change within
// that time, either outcome is right.

/** A change took effect between these moments, by the product's clock. */
export type ChangeWindow = { from: number; to: number }
type Certainty = 'yes' | 'perhaps' | 'no'

export type RemindedRace = {
  id: string
  name: string
  category: string
  canCount: boolean
  /** Every deadline that the product gave the race, in order; null: none. */
  deadlines: { at: number | null; reported: ChangeWindow }[]
  /** Actions that closed the race at once. */
  closed: ChangeWindow[]
  isReopened: boolean
}

export type RulesVersion = { sessions: string[]; locksAfterFirst: boolean; since: ChangeWindow }
/** A membership of a fan, with the first tip of each category in it. */
export type RemindedStay = { joined: ChangeWindow; left: ChangeWindow | null; tipped: Map<string, ChangeWindow> }
type RemindedGroup = {
  name: string
  versions: RulesVersion[]
  stays: RemindedStay[]
  /** The deletion of a group also removes the reminders sent for it. */
  isDeleted: boolean
}
/** First tips in the open competition, and all groups the fan was ever in, in founding order. */
export type RemindedFan = { tipped: Map<string, ChangeWindow>; groups: RemindedGroup[] }

export type ReminderEvidence = {
  races: RemindedRace[]
  /** Filters of the open competition. */
  versions: RulesVersion[]
  timeZone: string
  /** When the player requested the fans' notifications. */
  requested: ChangeWindow
}

/** One step before the deadlines of a category. */
export type ExpectedReminder = {
  category: string
  minutes: number
  certainty: Certainty
  /** The messages the reminder may have, and between which moments it is created. */
  messages: { message: string; from: number; until: number }[]
}

const steps = [1_440, 120, 30]

/** Time after which a due step is judged, in ms: that of the day before waits for automatic tips (docs/rules.md). */
const judgedAfterMs = (minutes: number): number => (minutes === 1_440 ? 60_000 : 0)

/** Time until an event is handled, and until a due reminder is sent; ms, on a slow machine. */
const [eventDelayMs, checkDelayMs] = [10_000, 10_000]

const allOf = (certainties: Certainty[]): Certainty => {
  if (certainties.includes('no')) return 'no'
  return certainties.includes('perhaps') ? 'perhaps' : 'yes'
}
const anyOf = (certainties: Certainty[]): Certainty => {
  if (certainties.includes('yes')) return 'yes'
  return certainties.includes('perhaps') ? 'perhaps' : 'no'
}
const not = (certainty: Certainty): Certainty => {
  if (certainty === 'perhaps') return certainty
  return certainty === 'yes' ? 'no' : 'yes'
}
const agreedOr = (certainties: Certainty[]): Certainty =>
  certainties.every((certainty) => certainty === certainties[0]) ? (certainties[0] ?? 'no') : 'perhaps'

/** Whether the product knew of a change when it sent a reminder that was due at `at`. */
const isKnown = (happened: ChangeWindow | undefined | null, at: number): Certainty => {
  if (!happened || happened.from >= at + checkDelayMs) return 'no'
  return happened.to + eventDelayMs <= at ? 'yes' : 'perhaps'
}

/** Returns the versions that may have been in force at a moment. */
const inForce = <T>(versions: T[], sinceOf: (version: T) => ChangeWindow, at: number): T[] => {
  const surely = versions.findLastIndex((version) => isKnown(sinceOf(version), at) === 'yes')
  return versions.filter((version, i) => i >= surely && isKnown(sinceOf(version), at) !== 'no')
}

type DueStep = { race: RemindedRace; minutes: number; at: number; deadline: number; certainty: Certainty }

/**
 * Returns the steps of a race that came due.
 * Omits steps that were already past when the deadline was announced, and steps before which the race got another
 * deadline or was closed.
 */
const dueStepsOf = (race: RemindedRace, requested: ChangeWindow): DueStep[] => {
  if (!race.canCount) return []
  return race.deadlines.flatMap(({ at: deadline, reported }, i) => {
    if (deadline === null) return []
    const ends = [...race.deadlines.slice(i + 1).map((later) => later.reported), ...race.closed]
    return steps.flatMap((minutes) => {
      const dueAt = deadline - minutes * 60_000
      const at = dueAt + judgedAfterMs(minutes)
      if (dueAt <= reported.from || at > requested.to || ends.some(({ to }) => to + eventDelayMs <= at)) return []
      const isSure =
        reported.to + eventDelayMs <= at &&
        at + checkDelayMs <= requested.from &&
        ends.every(({ from }) => from >= at + checkDelayMs)
      return [{ race, minutes, at, deadline, certainty: isSure ? 'yes' : 'perhaps' }]
    })
  })
}

/** Whether another race of the category closes earlier, or has locked its tips for good. */
const takesPrecedence = (other: RemindedRace, dueStep: DueStep, locksAfterFirst: boolean): Certainty => {
  const past = locksAfterFirst ? 'yes' : 'no'
  const given = inForce(other.deadlines, ({ reported }) => reported, dueStep.at).map(({ at }): Certainty => {
    if (at === null || at >= dueStep.deadline) return 'no'
    if (at <= dueStep.at) return past
    return at > dueStep.at + checkDelayMs ? 'yes' : agreedOr(['yes', past])
  })
  const isClosed = anyOf(other.closed.map((closed) => isKnown(closed, dueStep.at)))
  if (isClosed === 'no') return agreedOr(given)
  if (other.isReopened) return 'perhaps'
  return isClosed === 'yes' ? past : agreedOr([past, ...given])
}

/** Whether a race counts under the rules of that moment and is the next to close. */
const isNext = (races: RemindedRace[], versions: RulesVersion[], dueStep: DueStep): Certainty =>
  agreedOr(
    inForce(versions, ({ since }) => since, dueStep.at).map(({ sessions, locksAfterFirst }) => {
      const counts = ({ id, canCount }: RemindedRace) => canCount && (sessions.length === 0 || sessions.includes(id))
      if (!counts(dueStep.race)) return 'no'
      const others = races.filter(({ id, category }) => category === dueStep.race.category && id !== dueStep.race.id)
      return not(anyOf(others.filter(counts).map((other) => takesPrecedence(other, dueStep, locksAfterFirst))))
    }),
  )

const isIn = ({ joined, left }: RemindedStay, at: number): Certainty =>
  allOf([isKnown(joined, at), not(isKnown(left, at))])

/** Returns for each scope whether it reminds a fan, the open competition first. */
const certaintiesFor = (fan: RemindedFan, dueStep: DueStep, { races, versions }: ReminderEvidence) => {
  const { at, race } = dueStep
  const plays = anyOf([
    ...[...fan.tipped.values()].map((tipped) => isKnown(tipped, at)),
    ...fan.groups.flatMap(({ stays }) => stays.map((stay) => isIn(stay, at))),
  ])
  const isUntipped = ({ tipped }: Pick<RemindedStay, 'tipped'>) => not(isKnown(tipped.get(race.category), at))
  return [
    { group: null, certainty: allOf([dueStep.certainty, isNext(races, versions, dueStep), plays, isUntipped(fan)]) },
    ...fan.groups.map(({ name, versions, stays, isDeleted }) => ({
      group: name,
      certainty: allOf([
        dueStep.certainty,
        isDeleted ? 'perhaps' : 'yes',
        isNext(races, versions, dueStep),
        anyOf(stays.map((stay) => allOf([isIn(stay, at), isUntipped(stay)]))),
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

const messageOf = ({ race, deadline }: DueStep, group: string | null, timeZone: string): string =>
  `${group === null ? '' : `In ${group}, `}${race.name} closes ${closing(deadline, timeZone)}.`

/**
 * Returns every step that came due, and whether a fan was reminded of it.
 * The first scope that is due sends the reminder, and a step is sent once per category, however often a deadline moved.
 */
export const expectedReminders = (evidence: ReminderEvidence, fan: RemindedFan): ExpectedReminder[] => {
  const { races, requested, timeZone } = evidence
  const checked = races
    .flatMap((race) => dueStepsOf(race, requested))
    .map((dueStep) => {
      const scopes = certaintiesFor(fan, dueStep, evidence)
      const first = scopes.findIndex(({ certainty }) => certainty === 'yes')
      const candidates = scopes.filter(({ certainty }, i) => certainty !== 'no' && (first < 0 || i <= first))
      const messages = candidates.map(({ group }) => ({
        message: messageOf(dueStep, group, timeZone),
        from: dueStep.at,
        until: dueStep.deadline,
      }))
      return {
        category: dueStep.race.category,
        minutes: dueStep.minutes,
        certainty: anyOf(scopes.map((s) => s.certainty)),
        messages,
      }
    })
  return [...Map.groupBy(checked, ({ category, minutes }) => `${category} ${minutes}`).values()].flatMap((dueSteps) =>
    dueSteps.slice(0, 1).map(({ category, minutes }) => ({
      category,
      minutes,
      certainty: anyOf(dueSteps.map(({ certainty }) => certainty)),
      messages: dueSteps.flatMap(({ messages }) => messages),
    })),
  )
}
