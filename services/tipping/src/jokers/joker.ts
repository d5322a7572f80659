import type { PlayJokerBody } from '@purple-sector/contracts/tipping/seasons'
import { badField, conflict } from '@purple-sector/service-kit/errors'

/** A round as it decides about a joker. `locksAt` is null while no session locks jokers. */
export type JokerRound = { weekendId: number; isCompleted: boolean; locksAt: Date | null }

/** What decides about a joker, read while the season, the rounds and the fan are locked. */
export type JokerContext = {
  now: Date
  /** How many jokers the season gives each fan. */
  jokers: number
  /** The requested ones of the season's rounds. */
  rounds: readonly JokerRound[]
  /** Weekends of the season in which the fan has a joker. */
  played: readonly number[]
}

/** Which joker appears and which disappears; both null where nothing changes. */
export type JokerMove = { add: number | null; remove: number | null }

const NOTHING: JokerMove = { add: null, remove: null }

const isLocked = ({ isCompleted, locksAt }: JokerRound, now: Date): boolean =>
  isCompleted || (locksAt !== null && locksAt <= now)

const lockedError = () => conflict('JOKER_LOCKED', 'Jokers for this round are locked: its first session has started.')

const findRound = ({ rounds }: JokerContext, field: string, weekendId: number): JokerRound => {
  const round = rounds.find((each) => each.weekendId === weekendId)
  if (!round) throw badField(field, 'must be a weekend of this season')
  return round
}

/**
 * Decides what playing a joker changes (docs/rules.md, Seasons). Throws 400 for a weekend that is in no round of the
 * season, 409 `JOKER_LOCKED` where a round has locked or is completed, 400 for an `insteadOf` without the fan's joker, and
 * 409 `NO_JOKER_LEFT`.
 */
export const decideJoker = (context: JokerContext, { weekendId, insteadOf }: PlayJokerBody): JokerMove => {
  const { now, jokers, played } = context
  const requested = [findRound(context, 'weekendId', weekendId)]
  if (insteadOf !== undefined) requested.push(findRound(context, 'insteadOf', insteadOf))
  if (requested.some((round) => isLocked(round, now))) throw lockedError()
  const isPlayed = played.includes(weekendId)
  if (insteadOf === undefined || insteadOf === weekendId) {
    if (isPlayed) return NOTHING
    if (insteadOf !== undefined) throw badField('insteadOf', 'must be a round with your joker')
    if (played.length >= jokers) throw conflict('NO_JOKER_LEFT', 'You’ve played all your jokers.')
    return { add: weekendId, remove: null }
  }
  if (played.includes(insteadOf)) return { add: isPlayed ? null : weekendId, remove: insteadOf }
  // The same request again finds the joker where it was moved to.
  if (isPlayed) return NOTHING
  throw badField('insteadOf', 'must be a round with your joker')
}

/**
 * Decides what taking a joker back changes: nothing without one. Throws 409 `JOKER_LOCKED` where the round has locked or
 * is completed.
 */
export const decideTakeBack = ({ now, rounds, played }: JokerContext, weekendId: number): JokerMove => {
  if (rounds.some((round) => round.weekendId === weekendId && isLocked(round, now))) throw lockedError()
  return played.includes(weekendId) ? { add: null, remove: weekendId } : NOTHING
}

/** Returns how many jokers a fan can still play; a rule that gives fewer takes none away. */
export const jokersLeft = (jokers: number, played: number): number => Math.max(0, jokers - played)
