import type { IncomingMessage, ServerResponse } from 'node:http'
import { counter } from '@purple-sector/metrics'
import type { Logger } from '@purple-sector/service-kit'
import { type AppError, overloaded, tooMany } from '@purple-sector/service-kit/errors'
import { createBacklog, type LoadLimits } from './backlog.ts'

/** Resolves when the caller may continue, after other work of the event loop. */
export type YieldToEventLoop = () => Promise<void>

/** How many callers resume in one turn of the event loop: together they block it no longer than one request does. */
const MAX_PER_TURN = 4

/**
 * Resumes a few callers in each turn of the event loop, in order.
 * Otherwise many simultaneous requests, or replies, would be processed in one turn, and every other request would wait
 * for all of them, again at each step.
 */
export const createYieldToEventLoop = (): YieldToEventLoop => {
  const queue: (() => void)[] = []
  const resumeSome = (): void => {
    for (const resume of queue.splice(0, MAX_PER_TURN)) resume()
    if (queue.length > 0) setImmediate(resumeSome)
  }
  return () =>
    new Promise((resume) => {
      queue.push(resume)
      if (queue.length === 1) setImmediate(resumeSome)
    })
}

/**
 * Outcome of acquiring a slot: `acquired` until the response closes, `full` if the account's queue is full,
 * `disconnected` if the client disconnected.
 */
export type SlotOutcome = 'acquired' | 'full' | 'disconnected'

export type AccountShares = {
  /** Acquires a slot of the account for a request, queued behind earlier requests of the same account. */
  acquire(account: string, response: ServerResponse): Promise<SlotOutcome>
  /** How many accounts have a request in flight or queued. */
  accounts(): number
}

type ShareOptions = {
  /** How many requests of an account may be in flight; at least one. */
  maxInFlight: number
  /** How many further requests of an account may be queued. */
  maxQueued: number
}

type Account = { inFlight: number; queue: (() => void)[] }

/** Limits the concurrent requests of each account, so that no account can fill the shared slots alone. */
export const accountShares = ({ maxInFlight, maxQueued }: ShareOptions): AccountShares => {
  const accounts = new Map<string, Account>()

  const releaseSlot = (id: string, account: Account): void => {
    account.inFlight -= 1
    account.queue.shift()?.()
    if (account.inFlight === 0) accounts.delete(id)
  }

  const acquireSlot = (id: string, account: Account, response: ServerResponse): void => {
    account.inFlight += 1
    response.once('close', () => releaseSlot(id, account))
  }

  const queueForSlot = (id: string, account: Account, response: ServerResponse): Promise<SlotOutcome> =>
    new Promise((resolve) => {
      const grant = (): void => {
        response.off('close', cancel)
        acquireSlot(id, account, response)
        resolve('acquired')
      }
      const cancel = (): void => {
        account.queue.splice(account.queue.indexOf(grant), 1)
        resolve('disconnected')
      }
      response.once('close', cancel)
      account.queue.push(grant)
    })

  return {
    async acquire(id, response) {
      if (response.destroyed) return 'disconnected'
      const account = accounts.get(id) ?? { inFlight: 0, queue: [] }
      if (account.inFlight < maxInFlight) {
        accounts.set(id, account)
        acquireSlot(id, account, response)
        return 'acquired'
      }
      return account.queue.length < maxQueued ? queueForSlot(id, account, response) : 'full'
    },
    accounts: () => accounts.size,
  }
}

/** The shed classes of writes, each with its own backlog, and the message of a rejection. */
const SHED_CLASSES = {
  tips: {
    overloaded: 'Lots of tips are coming in right now. Yours wasn’t saved. Please try again in a moment.',
    accountLimited: 'You’re saving too many tips at once. This one wasn’t saved.',
  },
  messages: {
    overloaded: 'Lots of messages are coming in right now. Yours wasn’t sent. Please try again in a moment.',
    accountLimited: 'You’re sending too many messages at once. This one wasn’t sent.',
  },
}
export type ShedClass = keyof typeof SHED_CLASSES

/** Whether writes of this class may yield to the event loop: a tip has a deadline, a message does not. */
export const isDeferrable = (shedClass: ShedClass | undefined): boolean => shedClass === 'messages'

type Options = {
  limits: LoadLimits
  log: Logger
  /** The clock in ms. */
  now?: () => number
}

export type LoadShedding = {
  /** Whether the backlog of any class has no room for another write. */
  isSaturated(): boolean
  /** The rejection of another write of this class; undefined if there is room. */
  rejectionOf(shedClass: ShedClass): AppError | undefined
  /**
   * Acquires a slot of the account until the response closes. Resolves to false if the client disconnected meanwhile.
   * Rejects with 429 `TOO_MANY_AT_ONCE` if the account's queue is full, with 503 `OVERLOADED` if the backlog is full.
   */
  acquireShare(shedClass: ShedClass, account: string, response: ServerResponse): Promise<boolean>
  /** Acquires a slot, shared by all accounts, until the response closes; returns 503 `OVERLOADED` if none is free. */
  acquireSlot(shedClass: ShedClass, request: IncomingMessage, response: ServerResponse): AppError | undefined
}

/**
 * Concurrent and queued requests of an account; see `docs/quality.md`. Two, so that a request of a phone that has lost
 * its network does not block the next one.
 */
const MAX_IN_FLIGHT_PER_ACCOUNT = 2
const MAX_QUEUED_PER_ACCOUNT = 16
const LOG_INTERVAL_MS = 60_000
/** `Retry-After` of a request beyond the account's share, in seconds. */
const SHARE_RETRY_AFTER_S = 1
/** Replies that need no work of a service; they do not count for the rate of replies. */
const STATUSES_WITHOUT_WORK = new Set([413, 429])

const createShedClass = (shedClass: ShedClass, { limits, log, now = () => performance.now() }: Options) => {
  const backlog = createBacklog(limits, now)
  const rejected = counter('gateway_writes_rejected_total')
  /** Wraps work so that it runs at most once a minute. */
  const throttled = (work: () => void): (() => void) => {
    let lastRunAt = Number.NEGATIVE_INFINITY
    return () => {
      if (now() - lastRunAt < LOG_INTERVAL_MS) return
      lastRunAt = now()
      work()
    }
  }
  const shares = accountShares({ maxInFlight: MAX_IN_FLIGHT_PER_ACCOUNT, maxQueued: MAX_QUEUED_PER_ACCOUNT })
  const logShedding = throttled(() =>
    log.warn(
      { event: 'load_shedding.active', what: shedClass, inFlight: backlog.inFlight() },
      'Load shedding active: some writes are rejected with 503',
    ),
  )
  /**
   * Rejections by their `Retry-After`, each created once: the stack of an error is a tenth of the cost of a rejection,
   * and is never used.
   */
  const rejections = new Map<number, AppError>()

  const rejection = (): AppError => {
    logShedding()
    rejected.inc({ what: shedClass, reason: 'overloaded' })
    const retryAfter = backlog.retryAfterSeconds()
    const cached = rejections.get(retryAfter) ?? overloaded(SHED_CLASSES[shedClass].overloaded, retryAfter)
    rejections.set(retryAfter, cached)
    return cached
  }
  const shareRejection = tooMany(SHED_CLASSES[shedClass].accountLimited, SHARE_RETRY_AFTER_S, 'TOO_MANY_AT_ONCE')
  let lastAccount = ''
  const logShare = throttled(() =>
    log.warn(
      { event: 'load_shedding.account_limited', what: shedClass, userId: lastAccount },
      'Account exceeds its share of concurrent writes: some are rejected with 429',
    ),
  )
  const rejectionOfShare = (account: string): AppError => {
    lastAccount = account
    logShare()
    rejected.inc({ what: shedClass, reason: 'account' })
    return shareRejection
  }
  return { backlog, shares, rejection, rejectionOfShare }
}

/**
 * Rejects writes that services could not answer in time: 503 `OVERLOADED` with `Retry-After`.
 * See docs/quality.md, More than can be taken. Also limits the requests of one account in flight. The gateway does it,
 * not the service, because rejecting must be cheap.
 *
 * Not `@fastify/under-pressure`, which watches the process (event loop, heap): the waiting work is in the service and
 * its database, and a slow machine always looks overloaded.
 */
export const loadShedding = (options: Options): LoadShedding => {
  const classes = { tips: createShedClass('tips', options), messages: createShedClass('messages', options) }
  return {
    isSaturated: () => !classes.tips.backlog.hasRoom() || !classes.messages.backlog.hasRoom(),
    rejectionOf(shedClass) {
      const { backlog, rejection } = classes[shedClass]
      return backlog.hasRoom() ? undefined : rejection()
    },
    async acquireShare(shedClass, account, response) {
      const { backlog, shares, rejection, rejectionOfShare } = classes[shedClass]
      // The backlog may have become saturated while the session was fetched; then nothing is queued.
      if (!backlog.hasRoom()) throw rejection()
      const outcome = await shares.acquire(account, response)
      if (outcome === 'full') throw rejectionOfShare(account)
      // The response of a disconnected client has already closed, so its shared slot would never be released.
      return outcome === 'acquired' && !response.destroyed
    },
    acquireSlot(shedClass, request, response) {
      const { backlog, rejection } = classes[shedClass]
      if (!backlog.acquire(request)) return rejection()
      response.once('close', () =>
        backlog.release(request, response.writableFinished && !STATUSES_WITHOUT_WORK.has(response.statusCode)),
      )
      return undefined
    },
  }
}
