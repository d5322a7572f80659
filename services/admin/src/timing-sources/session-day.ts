import type { NatsoftState } from '../timing-formats/natsoft.ts'
import type { OurSession } from './match-session.ts'

const HOUR_MS = 3_600_000
/** Sessions begin half an hour early, or hours after a change that nobody entered; never the day before. */
const EARLIEST_MS = 6 * HOUR_MS
/** After delays and twelve hours of racing, messages of a session still come so long after its planned start. */
const LATEST_MS = 24 * HOUR_MS
/** Of a session without a planned start, messages are at most so old. */
const OLDEST_MS = 12 * HOUR_MS

type Planned = Pick<OurSession, 'startsAt'>

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * What is wrong with a message of the moment `at` (ms), in words for people: it cannot be of a session with that planned
 * start. Undefined where it can.
 */
export const otherDayFault = (at: number, { startsAt }: Planned, now: number): string | undefined => {
  const [from, to] =
    startsAt === null
      ? [now - OLDEST_MS, now + OLDEST_MS]
      : [startsAt.getTime() - EARLIEST_MS, startsAt.getTime() + LATEST_MS]
  if (at >= from && at <= to) return undefined
  const planned = startsAt === null ? 'has no planned start' : `is planned for ${minuteOf(startsAt.getTime())}`
  return `It’s sending another day: ${minuteOf(at)}. This session ${planned}. None of it is taken.`
}

/** A session that runs says something more often, also under a red flag. */
const SILENT_MS = 10 * 60_000

/**
 * What is wrong with a session of our name that was heard of for the first time by a message of the moment `at` (ms), in words
 * for people: it was over before ours was to start, so it is an earlier one of the day. Undefined where it may be ours.
 */
export const earlierSessionFault = (
  at: number,
  { startsAt, isOver }: Planned & { isOver: boolean },
  now: number,
): string | undefined => {
  if (startsAt === null || at >= startsAt.getTime() || (!isOver && now - at <= SILENT_MS)) return undefined
  return `The session it’s sending was over at ${minuteOf(at)}. This session is planned for ${minuteOf(startsAt.getTime())}.`
}

const ENDED_SOMETIME =
  'It sends a session that has ended and does not say on which day. Pick it if it is this one, otherwise none of it is taken.'

type Known = Planned & {
  /** Something of our session came before its end, or race control has picked what the source sends. */
  isKnown: boolean
}

/**
 * The same of a feed, by when its order and its status were sent, else by when its session was named. Channels repeat their
 * last session for days: one that has ended and says no time, or that was over before ours was to start, is not taken unless
 * it is known.
 */
export const otherDayOf = (state: NatsoftState, session: Known, now: number): string | undefined => {
  const { orderAt, statusAt, namedAt, status } = state
  const sent = [orderAt, statusAt].filter((at) => at !== null)
  const times = sent.length > 0 ? sent : [namedAt ?? now]
  const fault = times.map((at) => otherDayFault(at, session, now)).find((each) => each !== undefined)
  if (fault) return fault
  const isOver = status === 'chequered' || status === 'ended'
  if (!session.isKnown && status !== 'wait' && sent.length > 0) {
    const earlier = earlierSessionFault(Math.max(...sent), { ...session, isOver }, now)
    if (earlier) return `${earlier} Pick it if it is this one all the same, otherwise none of it is taken.`
  }
  return isOver && sent.length === 0 && namedAt === null && !session.isKnown ? ENDED_SOMETIME : undefined
}
