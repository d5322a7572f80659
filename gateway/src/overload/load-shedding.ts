import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@purple-sector/service-kit'
import { type AppError, overloaded, tooMany } from '@purple-sector/service-kit/errors'
import { accountShares } from './account-shares.ts'
import { createBacklog, type LoadLimits } from './backlog.ts'

/** The kinds of writes that are shed, each with its own backlog, and the message of a rejection. */
const KINDS = {
  tips: {
    overloaded: 'Lots of tips are coming in right now. Yours wasn’t saved. Please try again in a moment.',
    ownTooMany: 'You’re saving too many tips at once. This one wasn’t saved.',
  },
  messages: {
    overloaded: 'Lots of messages are coming in right now. Yours wasn’t sent. Please try again in a moment.',
    ownTooMany: 'You’re sending too many messages at once. This one wasn’t sent.',
  },
}
export type ShedKind = keyof typeof KINDS

/** Whether writes of this kind can wait for a turn of the event loop: a tip has a deadline, a message does not. */
export const isDeferrable = (kind: ShedKind | undefined): boolean => kind === 'messages'

type Options = {
  limits: LoadLimits
  log: Logger
  /** The clock in ms. */
  now?: () => number
}

export type LoadShedding = {
  /** Whether one more write of some kind could not be answered in time. */
  isSaturated(): boolean
  /** Why one more write could not be answered in time; undefined where there is room. */
  refusalOf(kind: ShedKind): AppError | undefined
  /**
   * Acquires a slot of the account until the response closes. Resolves to false where the client disconnected
   * meanwhile.
   * Rejects with 429 `TOO_MANY_AT_ONCE` where the account's queue is full, with 503 `OVERLOADED` where there is no room
   * anyway.
   */
  acquireShare(kind: ShedKind, account: string, response: ServerResponse): Promise<boolean>
  /** Acquires a slot of all accounts until the response closes; returns 503 `OVERLOADED` where there is none. */
  enter(kind: ShedKind, request: IncomingMessage, response: ServerResponse): AppError | undefined
}

/**
 * Concurrent and queued requests of an account; see `docs/quality.md`. Two, so that one whose phone has lost its
 * network does not block the next.
 */
const MAX_IN_FLIGHT_PER_ACCOUNT = 2
const MAX_QUEUED_PER_ACCOUNT = 16
const LOG_INTERVAL_MS = 60_000
/** `Retry-After` of a request beyond the account's share, in seconds. */
const OWN_RETRY_AFTER_S = 1
/** Replies without work of a service do not count for the rate of replies. */
const STATUSES_WITHOUT_WORK = new Set([413, 429])

const createShed = (kind: ShedKind, { limits, log, now = () => performance.now() }: Options) => {
  const backlog = createBacklog(limits, now)
  /** Wraps work so that it runs at most once a minute. */
  const throttled = (work: () => void): (() => void) => {
    let doneAt = Number.NEGATIVE_INFINITY
    return () => {
      if (now() - doneAt < LOG_INTERVAL_MS) return
      doneAt = now()
      work()
    }
  }
  const shares = accountShares({ maxInFlight: MAX_IN_FLIGHT_PER_ACCOUNT, maxQueued: MAX_QUEUED_PER_ACCOUNT })
  const logShedding = throttled(() =>
    log.warn(
      { event: 'load_shedding.active', what: kind, inFlight: backlog.inFlight() },
      'Load shedding active: some writes are rejected with 503',
    ),
  )
  /**
   * Rejections by their `Retry-After`, created once: an error's stack is a tenth of what a rejection costs, and is
   * never used.
   */
  const refusals = new Map<number, AppError>()

  const refusal = (): AppError => {
    logShedding()
    const retryAfter = backlog.retryAfterSeconds()
    const known = refusals.get(retryAfter) ?? overloaded(KINDS[kind].overloaded, retryAfter)
    refusals.set(retryAfter, known)
    return known
  }
  const ownRefusal = tooMany(KINDS[kind].ownTooMany, OWN_RETRY_AFTER_S, 'TOO_MANY_AT_ONCE')
  let lastAccount = ''
  const logShare = throttled(() =>
    log.warn(
      { event: 'load_shedding.account_limited', what: kind, userId: lastAccount },
      'Account exceeds its share of concurrent writes: some are rejected with 429',
    ),
  )
  const refusalOfShare = (account: string): AppError => {
    lastAccount = account
    logShare()
    return ownRefusal
  }
  return { backlog, shares, refusal, refusalOfShare }
}

/**
 * Rejects writes that services could not answer in time: 503 `OVERLOADED` with `Retry-After`.
 * See docs/quality.md, More than can be taken. Also limits what one account has in flight. In the gateway and not in
 * the service, because rejecting must be cheap.
 *
 * Not `@fastify/under-pressure`, which watches the process (event loop, heap): the waiting work is in the service and
 * its database, and a slow machine always looks overloaded.
 */
export const loadShedding = (options: Options): LoadShedding => {
  const sheds = { tips: createShed('tips', options), messages: createShed('messages', options) }
  return {
    isSaturated: () => !sheds.tips.backlog.hasRoom() || !sheds.messages.backlog.hasRoom(),
    refusalOf(kind) {
      const { backlog, refusal } = sheds[kind]
      return backlog.hasRoom() ? undefined : refusal()
    },
    async acquireShare(kind, account, response) {
      const { backlog, shares, refusal, refusalOfShare } = sheds[kind]
      // The backlog may have become saturated while the session was fetched; then nothing is queued.
      if (!backlog.hasRoom()) throw refusal()
      const outcome = await shares.acquire(account, response)
      if (outcome === 'full') throw refusalOfShare(account)
      // A client that disconnected would occupy a slot of all for ever.
      return outcome === 'acquired' && !response.destroyed
    },
    enter(kind, request, response) {
      const { backlog, refusal } = sheds[kind]
      if (!backlog.enter(request)) return refusal()
      response.once('close', () =>
        backlog.leave(request, response.writableFinished && !STATUSES_WITHOUT_WORK.has(response.statusCode)),
      )
      return undefined
    },
  }
}
