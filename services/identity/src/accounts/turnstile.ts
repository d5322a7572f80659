import { tooMany, unavailable } from '@purple-sector/service-kit/errors'
import { addressKey } from '../client-address.ts'
import { fairQueue } from './fair-queue.ts'

/** Who waits. Known is a browser that has signed in to the account before. */
export type Line = { address: string; account: string; isKnown?: boolean }

/** Runs work when a place is free and the line's turn has come. */
export type Turnstile = <T>(line: Line, work: () => Promise<T>) => Promise<T>

export type TurnstileOptions = {
  /** Pieces of work that run at once. */
  places: number
  /** Upper bound of those who wait, of all and for one account at one address. */
  waiting: number
  waitingEach: number
  /** How long somebody waits at most: whoever asked has given up by then. */
  patienceMs: number
  /** The clock in ms. */
  now?: () => number
}

type Waiting = { since: number; enter(): void; refuse(reason: Error): void }

const crowded = () => unavailable('Many people are signing in right now. Please try again in a moment.', 2)
const tooManyOfOne = () => tooMany('Too many sign-ins to this account at once. Please try again in a moment.', 2)

/** Every second turn is for known browsers, then addresses take turns, then accounts at an address. */
const pathOf = ({ address, account, isKnown = false }: Line): string[] => [
  isKnown ? 'known' : 'new',
  addressKey(address),
  account,
]

/**
 * Lets so many pieces of work run at once and more wait, in fair turns. When all places to wait are taken, the latest of
 * whoever has most of them is refused with 503: a flood crowds out itself. What waits longest of one account at one
 * address is bounded, too, with 429.
 */
export const createTurnstile = (options: TurnstileOptions): Turnstile => {
  const { places, waiting, waitingEach, patienceMs, now = () => performance.now() } = options
  const queue = fairQueue<Waiting>()
  let busy = 0

  const leave = (): void => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (now() - next.since <= patienceMs) {
        next.enter()
        return
      }
      next.refuse(crowded())
    }
    busy -= 1
  }

  const wait = (path: string[]) =>
    new Promise<void>((enter, refuse) => {
      queue.push(path, { since: now(), enter, refuse })
      if (queue.size() > waiting) queue.dropFromLongest()?.refuse(crowded())
    })

  return async (line, work) => {
    const path = pathOf(line)
    if (busy < places) busy += 1
    else if (queue.size(path) >= waitingEach) throw tooManyOfOne()
    else await wait(path)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
