import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@purple-sector/service-kit'
import { type AppError, overloaded, tooMany } from '@purple-sector/service-kit/errors'
import { accountShares } from './account-shares.ts'
import { createBacklog, type LoadLimits } from './backlog.ts'

/** The kinds of writes that are shed, each with its own backlog, and what a refusal says: what became of the write. */
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

/** A tip counts until a moment; a message has time until the next turn. */
export const isDeferrable = (kind: ShedKind | undefined): boolean => kind === 'messages'

type Options = {
  limits: LoadLimits
  log: Logger
  /** The clock in ms. */
  now?: () => number
}

export type LoadShedding = {
  /** Whether one more of some kind could not be taken in time. */
  isSaturated(): boolean
  /** Why one more could not be taken in time; undefined where there is room. */
  refusalOf(kind: ShedKind): AppError | undefined
  /**
   * Takes a place of the account until the response closes. Resolves to false where the client has gone meanwhile. Rejects
   * with 429 `TOO_MANY_AT_ONCE` where the account's own queue is full, with 503 `OVERLOADED` where there is no room anyway.
   */
  acquireShare(kind: ShedKind, account: string, response: ServerResponse): Promise<boolean>
  /** Takes one of the places of all until the response closes; answers 503 `OVERLOADED` where there is none. */
  enter(kind: ShedKind, request: IncomingMessage, response: ServerResponse): AppError | undefined
}

/**
 * Requests of an account that may be under way at once, and that may wait for them; see `docs/quality.md`. Two, so that one
 * whose phone has lost its network does not hold up the next.
 */
const MAX_IN_FLIGHT_PER_ACCOUNT = 2
const MAX_QUEUED_PER_ACCOUNT = 16
const LOG_INTERVAL_MS = 60_000
/** After how many seconds a request beyond the account's share may come again. */
const OWN_RETRY_AFTER_S = 1
/** Answers that took no work of a service say nothing of how fast others are answered. */
const STATUSES_WITHOUT_WORK = new Set([413, 429])

const createShed = (kind: ShedKind, { limits, log, now = () => performance.now() }: Options) => {
  const backlog = createBacklog(limits, now)
  /** Runs at most once a minute. */
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
  /** By its pause, made once: a stack of its own is a tenth of what a refusal costs, and nobody reads it. */
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
 * Refuses in time what services could not take in time: 503 `OVERLOADED` with `Retry-After` (docs/quality.md, More than
 * can be taken), and bounds what one account has under way. Here, and not in the service, because a refusal must cost next
 * to nothing: what is busy with refusing takes no tips.
 *
 * Not `@fastify/under-pressure`, which watches the process (event loop, heap): that is not the work that waits, which
 * stands in the service and its database, and a slow machine always looks as if it were overloaded.
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
      // It may have become so while its session was asked for: none waits in its account's queue for what is saturated.
      if (!backlog.hasRoom()) throw refusal()
      const outcome = await shares.acquire(account, response)
      if (outcome === 'full') throw refusalOfShare(account)
      // A client that has gone would keep a place of all for ever.
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
