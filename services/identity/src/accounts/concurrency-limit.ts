import { tooMany, unavailable } from '@purple-sector/service-kit/errors'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { fairQueue } from './fair-queue.ts'

/** Who waits. Known is a browser that has signed in to the account before. */
export type Line = { address: string; account: string; isKnown?: boolean }

/** Runs work when a place is free and the line's turn has come. */
export type ConcurrencyLimit = <T>(line: Line, work: () => Promise<T>) => Promise<T>

export type ConcurrencyLimitOptions = {
  /** Pieces of work that run at once. */
  places: number
  /** Upper bound of those who wait, of all and for one account at one address. */
  waiting: number
  waitingEach: number
  /** How long somebody waits at most: whoever asked has given up by then. */
  timeoutMs: number
  /** The clock in ms. */
  now?: () => number
}

type Waiting = { since: number; enter(): void; refuse(reason: Error): void }

const crowded = () => unavailable('Lots of people are signing in right now. Please try again in a moment.', 2)
const tooManyOfOne = () => tooMany('Too many sign-ins to this account at once. Please try again in a moment.', 2)

/**
 * Lets so many pieces of work run at once and more wait, in fair turns; every second is for known browsers. When all
 * places to wait are taken, the latest of whoever has most of them is refused with 503: a flood crowds out itself. What
 * waits of one account at one address is bounded, too, with 429.
 */
export const createConcurrencyLimit = (options: ConcurrencyLimitOptions): ConcurrencyLimit => {
  const { places, waiting, waitingEach, timeoutMs, now = () => performance.now() } = options
  const [known, others] = [fairQueue<Waiting>(), fairQueue<Waiting>()]
  let turn = known
  let busy = 0

  const next = (): Waiting | undefined => {
    turn = turn === known ? others : known
    return turn.shift() ?? (turn === known ? others : known).shift()
  }

  const leave = (): void => {
    for (let candidate = next(); candidate; candidate = next()) {
      if (now() - candidate.since <= timeoutMs) {
        candidate.enter()
        return
      }
      candidate.refuse(crowded())
    }
    busy -= 1
  }

  const makeRoom = (): void => {
    if (known.size() + others.size() <= waiting) return
    const fuller = known.size() > others.size() ? known : others
    fuller.dropFromLongest()?.refuse(crowded())
  }

  return async ({ address, account, isKnown = false }, work) => {
    const queue = isKnown ? known : others
    const owner = { address: addressKey(address), account }
    if (busy < places) busy += 1
    else if (queue.size(owner) >= waitingEach) throw tooManyOfOne()
    else
      await new Promise<void>((enter, refuse) => {
        queue.push(owner, { since: now(), enter, refuse })
        makeRoom()
      })
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
