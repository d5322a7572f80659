import type { Fan } from '../fans/fan-player.ts'
import type { PlayedGroup, PlayedStay, Span } from '../fans/played-group.ts'
import type { RaceControlLog } from '../race-control/race-control-log.ts'
import { lockLead } from '../race-control/race-control-steps.ts'
import type { Programme } from '../race-control/set-up-weekend.ts'
import { canCount, type Recording } from '../recording/recording.ts'
import type { ChangeWindow, RemindedFan, RemindedStay, ReminderEvidence, RulesVersion } from './expected-reminders.ts'
import type { ClockOffset, TipAttempt } from './expected-tips.ts'

/** Converts a span to the product's clock. */
const happened = ({ sent, received }: Span, { least, most }: ClockOffset): ChangeWindow => ({
  from: sent + least,
  to: received + most,
})

const always: ChangeWindow = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY }

type Played = { recording: Recording; programme: Programme; log: RaceControlLog; offset: ClockOffset }

/** Returns the starts, closures and filters of the open competition, as the product confirmed them. */
export const reminderEvidence = ({ recording, programme, log, offset }: Played, requested: Span): ReminderEvidence => ({
  races: recording.sessions.map((race) => {
    const starts = programme.starts.get(race.id) ?? []
    return {
      ...{ id: race.id, name: race.name, category: race.category, canCount: canCount(race.type) },
      deadlines: starts.map(({ start, reported, deadline = start - lockLead }) => ({
        at: deadline,
        reported: happened(reported ?? programme.created, offset),
      })),
      closed: (log.closures.get(race.id) ?? []).map((closure) => happened(closure, offset)),
      isReopened: starts.some(({ reopens }) => reopens),
    }
  }),
  versions: log.filters.map(({ sessions, since }) => ({
    ...{ sessions, locksAfterFirst: false },
    since: since ? happened(since, offset) : always,
  })),
  timeZone: recording.weekend.timeZone,
  requested: happened(requested, offset),
})

/** Returns when the first tip of each category existed; a tip whose answer was lost may exist. */
const firstTips = (attempts: TipAttempt[], offset: ClockOffset): Map<string, ChangeWindow> => {
  const first = new Map<string, ChangeWindow>()
  for (const { category, outcome, ...span } of attempts) {
    if (outcome.kind === 'rejected') continue
    const { from, to } = happened(span, offset)
    const known = first.get(category) ?? { from, to: Number.POSITIVE_INFINITY }
    const heard = outcome.kind === 'accepted' ? to : Number.POSITIVE_INFINITY
    first.set(category, { from: Math.min(known.from, from), to: Math.min(known.to, heard) })
  }
  return first
}

const stayIn = ({ deleted }: PlayedGroup, stay: PlayedStay, offset: ClockOffset): RemindedStay => {
  const left = stay.left ?? deleted
  return {
    joined: happened(stay.joined, offset),
    left: left && happened(left, offset),
    tipped: firstTips(stay.attempts, offset),
  }
}

const versionsOf = ({ versions }: PlayedGroup, offset: ClockOffset): RulesVersion[] =>
  versions.map(({ rules: { sessions, lockAfterFirst }, since }) => ({
    ...{ sessions, locksAfterFirst: lockAfterFirst },
    since: happened(since, offset),
  }))

/** Returns a fan's tips and memberships, as the product confirmed them. */
export const remindedFan = (fan: Fan, groups: PlayedGroup[], offset: ClockOffset): RemindedFan => ({
  tipped: firstTips(fan.attempts, offset),
  groups: groups
    .filter(({ stays }) => stays.some((stay) => stay.fan === fan))
    .toSorted((a, b) => a.id - b.id)
    .map((group) => ({
      name: group.plan.recorded.name,
      versions: versionsOf(group, offset),
      isDeleted: group.deleted !== null,
      stays: group.stays.filter((stay) => stay.fan === fan).map((stay) => stayIn(group, stay, offset)),
    })),
})
