import { tooMany, unavailable } from '@purple-sector/service-kit/errors'
import { addressKey } from '@purple-sector/service-kit/http/client-address'
import { fairQueue } from './fair-queue.ts'

/** The owner of queued work. `isKnown`: the browser has signed in to the account before. */
export type QueueOwner = { address: string; account: string; isKnownBrowser?: boolean }

/** Runs work once a slot is free and it is the owner's turn. */
export type ConcurrencyLimit = <T>(owner: QueueOwner, work: () => Promise<T>) => Promise<T>

export type ConcurrencyLimitOptions = {
  /** Maximum of concurrent work. */
  concurrency: number
  /** Maximum queue length, in total and for one account at one address. */
  queueLimit: number
  queueLimitPerOwner: number
  /** Maximum waiting time in ms; the client has timed out by then. */
  timeoutMs: number
  /** The clock in ms. */
  now?: () => number
}

type QueuedWork = { since: number; start(): void; reject(reason: Error): void }

const queueFull = () => unavailable('Lots of people are signing in right now. Please try again in a moment.', 2)
const ownerQueueFull = () => tooMany('Too many sign-ins to this account at once. Please try again in a moment.', 2)

/**
 * Creates a concurrency limit with a fair queue; every second slot is for known browsers.
 * When the queue is full, the latest work of the owner with most entries is rejected with 503, so a flood displaces
 * only itself. Work of one account at one address is limited too, with 429.
 */
export const createConcurrencyLimit = (options: ConcurrencyLimitOptions): ConcurrencyLimit => {
  const { concurrency, queueLimit, queueLimitPerOwner, timeoutMs, now = () => performance.now() } = options
  const [knownBrowserQueue, otherQueue] = [fairQueue<QueuedWork>(), fairQueue<QueuedWork>()]
  let currentQueue = knownBrowserQueue
  let inFlight = 0

  const shiftNext = (): QueuedWork | undefined => {
    currentQueue = currentQueue === knownBrowserQueue ? otherQueue : knownBrowserQueue
    return currentQueue.shift() ?? (currentQueue === knownBrowserQueue ? otherQueue : knownBrowserQueue).shift()
  }

  const release = (): void => {
    for (let queued = shiftNext(); queued; queued = shiftNext()) {
      if (now() - queued.since <= timeoutMs) {
        queued.start()
        return
      }
      queued.reject(queueFull())
    }
    inFlight -= 1
  }

  const rejectOverflow = (): void => {
    if (knownBrowserQueue.size() + otherQueue.size() <= queueLimit) return
    const fuller = knownBrowserQueue.size() > otherQueue.size() ? knownBrowserQueue : otherQueue
    fuller.removeFromLongest()?.reject(queueFull())
  }

  return async ({ address, account, isKnownBrowser = false }, work) => {
    const ownQueue = isKnownBrowser ? knownBrowserQueue : otherQueue
    const owner = { address: addressKey(address), account }
    if (inFlight < concurrency) inFlight += 1
    else if (ownQueue.size(owner) >= queueLimitPerOwner) throw ownerQueueFull()
    else
      await new Promise<void>((start, reject) => {
        ownQueue.push(owner, { since: now(), start, reject })
        rejectOverflow()
      })
    try {
      return await work()
    } finally {
      release()
    }
  }
}
