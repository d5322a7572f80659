import type { Difference } from '../comparison/differences.ts'
import type { AcceptedTip } from './expected-board.ts'

/** One `POST /api/tips` of a fan and what became of it; times in ms, `sent` and `received` by the player's clock. */
export type TipAttempt = {
  fan: string
  category: string
  carId: number
  sent: number
  received: number
  outcome:
    | { kind: 'accepted'; submittedAt: number; carId: number; countsFrom: { deadline: number | null } | null }
    | { kind: 'refused'; code: string }
    | { kind: 'unexpected'; what: string }
}

/** A car was surely out between `sure`, and surely racing outside `possible`; player's clock. */
export type OutWindow = { carId: number; possible: [number, number]; sure: [number, number] }

/** A race was reopened: it took no tips surely between `sure`, and perhaps between `possible`; product's clock. */
export type Gap = { possible: [number, number]; sure: [number, number] }

/** When a race took no more tips; null: never locked. */
export type Lock = { deadline: number | null; gaps: Gap[] }

/** When the product may have refused changes of tips because of a first start, and when it must have; its own clock. */
export type LockedWindow = { possible: [number, number]; sure: [number, number] }

export type Closing = {
  /** Locks of races that count by every version of the filter, and by any. */
  always: Lock[]
  ever: Lock[]
  /** In a group that locks tips after the first event: when it did. */
  locked?: LockedWindow[]
}

/** The product's clock minus the player's lies between these, by every tip that was accepted. */
export type ClockOffset = { least: number; most: number }

const slack = 50

/** Narrows down the offset between the two clocks; without any tip nothing is known. */
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
 * Goes through one fan's attempts in one category, in the order sent: which changed the tip, and which were answered
 * as they must not be. Where the clocks leave room for doubt the product is believed.
 */
export const checkTips = (attempts: TipAttempt[], closing: Closing, out: OutWindow[], offset: ClockOffset) => {
  const accepted: AcceptedTip[] = []
  const differences: Difference[] = []
  let unchanged = 0
  for (const attempt of attempts) {
    const { outcome, category, carId, sent, received, fan } = attempt
    const current = accepted.at(-1)
    const wrong = (expected: string, actual: string) =>
      differences.push({ where: `${fan}, ${category}`, what: `tip on car id ${carId}`, expected, actual })
    if (outcome.kind === 'unexpected') {
      wrong('an accepted tip, TIPS_CLOSED or CAR_OUT', outcome.what)
    } else if (outcome.kind === 'refused') {
      const isOut = out.some(
        (window) => window.carId === carId && window.possible[0] <= received && sent <= window.possible[1],
      )
      const locked = closing.locked ?? []
      const mayBeLocked = locked.some(({ possible }) => {
        return possible[0] <= received + offset.most && sent + offset.least <= possible[1]
      })
      const isLocked = locked.some(({ sure }) => sure[0] <= sent + offset.least && received + offset.most <= sure[1])
      if (current?.carId === carId) wrong('the same car again is no error', outcome.code)
      else if (outcome.code === 'TIPS_LOCKED') {
        if (!mayBeLocked) wrong('nothing has started yet', outcome.code)
      } else if (isLocked) wrong('TIPS_LOCKED', outcome.code)
      else if (outcome.code === 'CAR_OUT' && !isOut) wrong('car is racing', outcome.code)
      else if (outcome.code === 'NOT_A_MEMBER') wrong('a member may tip', outcome.code)
      else if (outcome.code === 'TIPS_CLOSED') {
        const span = { from: sent + offset.least - slack, to: received + offset.most + slack }
        const open = closing.always.find((lock) => !mayBeClosed(lock, span))
        if (open) wrong(`open until ${iso(deadlineOf(open))}`, `${outcome.code} before ${iso(received + offset.most)}`)
      }
    } else if (outcome.carId !== carId) {
      wrong(`car id ${carId}`, `car id ${outcome.carId}`)
    } else if (current?.carId === carId) {
      unchanged += 1
      if (outcome.submittedAt !== current.submittedAt) wrong(iso(current.submittedAt), iso(outcome.submittedAt))
    } else {
      accepted.push({ category, carId, submittedAt: outcome.submittedAt })
      const surelyOut = out.some(
        (window) => window.carId === carId && window.sure[0] <= sent && received <= window.sure[1],
      )
      if (current && outcome.submittedAt <= current.submittedAt)
        wrong(`later than ${iso(current.submittedAt)}`, iso(outcome.submittedAt))
      if (closing.ever.every((lock) => isSurelyClosed(lock, outcome.submittedAt)))
        wrong('TIPS_CLOSED', `accepted at ${iso(outcome.submittedAt)}`)
      const window = closing.locked?.find(({ sure: [from, to] }) => {
        return from <= outcome.submittedAt && outcome.submittedAt <= to
      })
      if (window) wrong(`TIPS_LOCKED from ${iso(window.sure[0])} on`, `accepted at ${iso(outcome.submittedAt)}`)
      if (surelyOut) wrong('CAR_OUT', `accepted at ${iso(outcome.submittedAt)}`)
      const { countsFrom } = outcome
      // An answer that was lost in a crash and asked for again may come when everything has locked.
      const span = { from: outcome.submittedAt, to: received + offset.most + slack }
      const mayHaveLocked = closing.ever.every((lock) => mayBeClosed(lock, span))
      const isOpen = countsFrom
        ? countsFrom.deadline === null || countsFrom.deadline > outcome.submittedAt
        : mayHaveLocked
      if (!isOpen) {
        wrong('countsFrom a race that is open', JSON.stringify(countsFrom))
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
