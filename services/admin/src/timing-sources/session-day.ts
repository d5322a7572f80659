import type { NatsoftState } from '../timing-formats/natsoft-state.ts'
import type { OurSession } from './match-session.ts'

const HOUR_MS = 3_600_000
/** Races start half an hour early, or hours after a change that was not entered; never the day before. */
const EARLIEST_MS = 6 * HOUR_MS
/** After delays and twelve hours of racing, messages may still arrive this long after the planned start. */
const LATEST_MS = 24 * HOUR_MS
/** The oldest message of a race without a planned start. */
const OLDEST_MS = 12 * HOUR_MS

type Planned = Pick<OurSession, 'startsAt'>

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * Explains why a message of the moment `at` (ms) cannot be of a race with that planned start; undefined if it can.
 */
export const messageDayError = (at: number, { startsAt }: Planned, now: number): string | undefined => {
  const [from, to] =
    startsAt === null
      ? [now - OLDEST_MS, now + OLDEST_MS]
      : [startsAt.getTime() - EARLIEST_MS, startsAt.getTime() + LATEST_MS]
  if (at >= from && at <= to) return undefined
  const planned = startsAt === null ? 'has no planned start' : `is planned for ${minuteOf(startsAt.getTime())}`
  return `It’s sending another day: ${minuteOf(at)}. This session ${planned}. None of it is taken.`
}

/** The source's session sends messages more often than this while it runs, also under a red flag. */
const SILENT_MS = 10 * 60_000

/**
 * Explains why the source's session, though it has the race's name, is an earlier one of the day; undefined if it may be
 * the race. Its first message, of the moment `at` (ms), shows that it was over before the race was to start.
 */
export const earlierSessionError = (
  at: number,
  { startsAt, isOver }: Planned & { isOver: boolean },
  now: number,
): string | undefined => {
  if (startsAt === null || at >= startsAt.getTime() || (!isOver && now - at <= SILENT_MS)) return undefined
  return `The session it’s sending was over at ${minuteOf(at)}. This session is planned for ${minuteOf(startsAt.getTime())}.`
}

const ENDED_WITHOUT_DAY =
  'It sends a session that has ended and does not say on which day. Pick it if it is this one, otherwise none of it is taken.'

type KnownSession = Planned & {
  /** A message of the race arrived before its end, or race control has picked the source's session for it. */
  isKnown: boolean
}

/**
 * Explains why a feed is of another day: by the time of its order and status, else of the naming of its session.
 * Channels repeat their last session for days: a session that has ended without a time, or was over before the race was
 * to start, is rejected unless it is known.
 */
export const feedDayError = (state: NatsoftState, session: KnownSession, now: number): string | undefined => {
  const { orderAt, statusAt, namedAt, status } = state
  const sentTimes = [orderAt, statusAt].filter((at) => at !== null)
  const times = sentTimes.length > 0 ? sentTimes : [namedAt ?? now]
  const fault = times.map((at) => messageDayError(at, session, now)).find((each) => each !== undefined)
  if (fault) return fault
  const isOver = status === 'chequered' || status === 'ended'
  if (!session.isKnown && status !== 'wait' && sentTimes.length > 0) {
    const earlierError = earlierSessionError(Math.max(...sentTimes), { ...session, isOver }, now)
    if (earlierError) return `${earlierError} Pick it if it is this one all the same, otherwise none of it is taken.`
  }
  return isOver && sentTimes.length === 0 && namedAt === null && !session.isKnown ? ENDED_WITHOUT_DAY : undefined
}
