import type { Difference } from '../comparison/differences.ts'
import type { AcceptedTip } from './expected-board.ts'

/**
 * One `POST /api/tips` of a fan and its outcome; times in ms.
 * `sent` and `received` by the player's clock.
 */
export type TipAttempt = {
  fan: string
  category: string
  carId: number
  sent: number
  received: number
  outcome:
    | { kind: 'accepted'; submittedAt: number; carId: number; countsFrom: { deadline: number | null } | null }
    | { kind: 'rejected'; code: string }
    | { kind: 'unexpected'; what: string }
}

/** A car was certainly out during `sure`, and certainly racing outside `possible`; player's clock. */
export type OutWindow = { carId: number; possible: [number, number]; sure: [number, number] }

/** A reopened race took no tips: certainly during `sure`, perhaps during `possible`; product's clock. */
export type Gap = { possible: [number, number]; sure: [number, number] }

/** When a race stopped taking tips; null: it never locked. */
export type Lock = { deadline: number | null; gaps: Gap[] }

/** When a first start may have locked tips, and when it certainly had; product's clock. */
export type LockedWindow = { possible: [number, number]; sure: [number, number] }

export type Closing = {
  /** Locks of the races that count under every version of the filter, and under any version. */
  always: Lock[]
  ever: Lock[]
  /** In a group that locks tips after the first event: when they were locked. */
  locked?: LockedWindow[]
}

/** Range of the product's clock minus the player's, by every accepted tip; ms. */
export type ClockOffset = { least: number; most: number }

const slack = 50

/** Narrows the offset between the two clocks; without an accepted tip it is unbounded. */
export const clockOffset = (attempts: TipAttempt[]): ClockOffset => {
  const offset = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
  const newest = new Map<string, number>()
  for (const { fan, category, outcome, sent, received } of attempts) {
    if (outcome.kind !== 'accepted') continue
    const key = `${fan} ${category}`
    if (outcome.submittedAt <= (newest.get(key) ?? 0)) continue
    newest.set(key, outcome.submittedAt)
    offset.least = Math.max(offset.least, outcome.submittedAt - received)
    offset.most = Math.min(offset.most, outcome.submittedAt - sent)
  }
  return offset
}

/**
 * Checks one fan's attempts in one category, in the order sent.
 * Returns the accepted changes, the number of unchanged tips, and a difference for each wrong reply. If the clocks
 * leave doubt, the product counts as correct.
 */
export const checkTips = (attempts: TipAttempt[], closing: Closing, out: OutWindow[], offset: ClockOffset) => {
  const accepted: AcceptedTip[] = []
  const differences: Difference[] = []
  let unchanged = 0
  for (const attempt of attempts) {
    const { outcome, category, carId, sent, received, fan } = attempt
    const current = accepted.at(-1)
    const addDifference = (expected: string, actual: string) =>
      differences.push({ where: `${fan}, ${category}`, what: `tip on car id ${carId}`, expected, actual })
    if (outcome.kind === 'unexpected') {
      addDifference('an accepted tip, TIPS_CLOSED or CAR_OUT', outcome.what)
    } else if (outcome.kind === 'rejected') {
      const isOut = out.some(
        (window) => window.carId === carId && window.possible[0] <= received && sent <= window.possible[1],
      )
      const locked = closing.locked ?? []
      const mayBeLocked = locked.some(({ possible }) => {
        return possible[0] <= received + offset.most && sent + offset.least <= possible[1]
      })
      const isLocked = locked.some(({ sure }) => sure[0] <= sent + offset.least && received + offset.most <= sure[1])
      if (current?.carId === carId) addDifference('the same car again is no error', outcome.code)
      else if (outcome.code === 'TIPS_LOCKED') {
        if (!mayBeLocked) addDifference('nothing has started yet', outcome.code)
      } else if (isLocked) addDifference('TIPS_LOCKED', outcome.code)
      else if (outcome.code === 'CAR_OUT' && !isOut) addDifference('car is racing', outcome.code)
      else if (outcome.code === 'NOT_A_MEMBER') addDifference('a member may tip', outcome.code)
      else if (outcome.code === 'TIPS_CLOSED') {
        const span = { from: sent + offset.least - slack, to: received + offset.most + slack }
        const open = closing.always.find((lock) => !mayBeClosed(lock, span))
        if (open)
          addDifference(`open until ${iso(deadlineOf(open))}`, `${outcome.code} before ${iso(received + offset.most)}`)
      }
    } else if (outcome.carId !== carId) {
      addDifference(`car id ${carId}`, `car id ${outcome.carId}`)
    } else if (current?.carId === carId) {
      unchanged += 1
      if (outcome.submittedAt !== current.submittedAt) addDifference(iso(current.submittedAt), iso(outcome.submittedAt))
    } else {
      accepted.push({ category, carId, submittedAt: outcome.submittedAt })
      const surelyOut = out.some(
        (window) => window.carId === carId && window.sure[0] <= sent && received <= window.sure[1],
      )
      if (current && outcome.submittedAt <= current.submittedAt)
        addDifference(`later than ${iso(current.submittedAt)}`, iso(outcome.submittedAt))
      if (closing.ever.every((lock) => isSurelyClosed(lock, outcome.submittedAt)))
        addDifference('TIPS_CLOSED', `accepted at ${iso(outcome.submittedAt)}`)
      const window = closing.locked?.find(({ sure: [from, to] }) => {
        return from <= outcome.submittedAt && outcome.submittedAt <= to
      })
      if (window) addDifference(`TIPS_LOCKED from ${iso(window.sure[0])} on`, `accepted at ${iso(outcome.submittedAt)}`)
      if (surelyOut) addDifference('CAR_OUT', `accepted at ${iso(outcome.submittedAt)}`)
      const { countsFrom } = outcome
      // A request that is repeated because its answer was lost in a crash may be answered after every race has locked.
      const span = { from: outcome.submittedAt, to: received + offset.most + slack }
      const mayHaveLocked = closing.ever.every((lock) => mayBeClosed(lock, span))
      const isOpen = countsFrom
        ? countsFrom.deadline === null || countsFrom.deadline > outcome.submittedAt
        : mayHaveLocked
      if (!isOpen) {
        addDifference('countsFrom a race that is open', JSON.stringify(countsFrom))
      }
    }
  }
  return { accepted, unchanged, differences }
}

const deadlineOf = ({ deadline }: Lock): number => deadline ?? Number.POSITIVE_INFINITY

const mayBeClosed = (lock: Lock, { from, to }: { from: number; to: number }): boolean =>
  deadlineOf(lock) <= to || lock.gaps.some(({ possible }) => possible[0] <= to && from <= possible[1])

const isSurelyClosed = (lock: Lock, at: number): boolean =>
  deadlineOf(lock) <= at || lock.gaps.some(({ sure }) => sure[0] <= at && at <= sure[1])

const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : 'for ever')
