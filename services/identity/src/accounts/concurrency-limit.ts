import { tooMany, unavailable } from '@purple-sector/service-kit/errors'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { fairQueue } from './fair-queue.ts'

/** The owner of queued work. `isKnown`: the browser has signed in to the account before. */
export type QueueOwner = { address: string; account: string; isKnown?: boolean }

/** Runs work once a slot is free and it is the owner's turn. */
export type ConcurrencyLimit = <T>(line: QueueOwner, work: () => Promise<T>) => Promise<T>

export type ConcurrencyLimitOptions = {
  /** Maximum of concurrent work. */
  concurrency: number
  /** Maximum queue length, in total and for one account at one address. */
  queueLimit: number
  queueLimitPerOwner: number
  /** Maximum waiting time in ms; the client has given up by then. */
  timeoutMs: number
  /** The clock in ms. */
  now?: () => number
}

type Waiting = { since: number; enter(): void; refuse(reason: Error): void }

const queueFull = () => unavailable('Lots of people are signing in right now. Please try again in a moment.', 2)
const ownerQueueFull = () => tooMany('Too many sign-ins to this account at once. Please try again in a moment.', 2)

/**
 * Creates a concurrency limit with a fair queue; every second slot is for known browsers.
 * When the queue is full, the latest work of the owner with most entries is rejected with 503, so a flood displaces
 * only itself. Work of one account at one address is limited too, with 429.
 */
export const createConcurrencyLimit = (options: ConcurrencyLimitOptions): ConcurrencyLimit => {
  const { concurrency, queueLimit, queueLimitPerOwner, timeoutMs, now = () => performance.now() } = options
  const [known, others] = [fairQueue<Waiting>(), fairQueue<Waiting>()]
  let turn = known
  let busy = 0

  const next = (): Waiting | undefined => {
    turn = turn === known ? others : known
    return turn.shift() ?? (turn === known ? others : known).shift()
  }

  const release = (): void => {
    for (let candidate = next(); candidate; candidate = next()) {
      if (now() - candidate.since <= timeoutMs) {
        candidate.enter()
        return
      }
      candidate.refuse(queueFull())
    }
    busy -= 1
  }

  const rejectOverflow = (): void => {
    if (known.size() + others.size() <= queueLimit) return
    const fuller = known.size() > others.size() ? known : others
    fuller.dropFromLongest()?.refuse(queueFull())
  }

  return async ({ address, account, isKnown = false }, work) => {
    const queue = isKnown ? known : others
    const owner = { address: addressKey(address), account }
    if (busy < concurrency) busy += 1
    else if (queue.size(owner) >= queueLimitPerOwner) throw ownerQueueFull()
    else
      await new Promise<void>((enter, refuse) => {
        queue.push(owner, { since: now(), enter, refuse })
        rejectOverflow()
      })
    try {
      return await work()
    } finally {
      release()
    }
  }
}
