import type { ErrorBody } from '@purple-sector/contracts/common'
import { plural } from '../../ui/time/format.ts'
import type { AppContext } from '../spoiler/app-context.ts'
import { type FetchContext, fetchContextOf, waitForSpoilerDelay } from '../spoiler/delayed-replies.ts'
import { clearPrefetchQueue, prefetch, type StoredReply, takePrefetched } from '../spoiler/prefetch-queue.ts'
import { learnReplyDate } from '../time/server-clock.ts'
import { pageContext } from './page-context.ts'
import { clearPrefetched } from './prefetched-replies.ts'

const asErrorBody = (text: string): ErrorBody | undefined => {
  try {
    const body = JSON.parse(text)
    return typeof body?.code === 'string' && typeof body.message === 'string' ? body : undefined
  } catch {
    return undefined
  }
}

/** A reply other than a success: `message` is the status, a colon, a space and the body. */
export class ApiError extends Error {
  readonly status: number
  /** The body in our error format, if it has that: `code`, `message` for people, `issues` of fields. */
  readonly body: ErrorBody | undefined
  /** Seconds until a retry may succeed, if the server names a time. */
  readonly retryAfter: number | undefined

  constructor(status: number, text: string, retryAfter: string | null = null) {
    super(`${status}: ${text}`)
    this.status = status
    this.body = asErrorBody(text)
    this.retryAfter = Number(retryAfter) || undefined
  }
}

const formatWait = (seconds: number): string => {
  if (seconds < 60) return plural(Math.ceil(seconds), 'second')
  return seconds < 3600 ? plural(Math.ceil(seconds / 60), 'minute') : plural(Math.ceil(seconds / 3600), 'hour')
}

/** A sentence that says when a rate-limited request may be retried; '' if the message contains it already. */
const retryHint = ({ status, body, retryAfter }: ApiError): string =>
  status !== 429 || retryAfter === undefined || / in .*\d/.test(body?.message ?? '')
    ? ''
    : ` Please try again in ${formatWait(retryAfter)}.`

/** The server's message for people, or the fallback. */
export const serverMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError ? (error.body?.message || fallback) + retryHint(error) : fallback

/** Whether the server rejected the request with this code, such as `TIPS_CLOSED`. */
export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.body?.code === code

/** Whether the server rejected the request without any effect; otherwise the outcome of a failure is unknown. */
export const isRejection = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

/** Whether the server was not reached: nothing was saved and the outcome is unknown. */
export const isOfflineError = (error: unknown): boolean => error instanceof TypeError

/** Why a read failed, for people. */
export const reasonOf = (error: unknown): string =>
  isOfflineError(error) ? 'We can’t reach the server.' : serverMessage(error, 'Please try again.')

type Options = {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Skips the spoiler delay: the caller delays the data itself, or is race control. */
  isImmediate?: boolean
}

/** The live-timing paths that fans read: a session and its laps. */
const FAN_TIMING_PATH = /^\/api\/live-timing\/races\/\d+(\/history)?$/

/** Whether a path is read by race control only, which has no spoiler delay. */
const isRaceControlPath = (path: string): boolean =>
  path.startsWith('/api/admin/') || (path.startsWith('/api/live-timing/') && !FAN_TIMING_PATH.test(path))

/**
 * When the racing data of a reply last changed, in ms, including replies to writes; undefined if it is not delayed.
 */
const lastChangedAt = (
  path: string,
  { headers }: Response,
  { isImmediate, app }: Options & { app: AppContext },
): number | undefined => {
  const lastChanged = headers.get('last-changed')
  if (lastChanged === null || isImmediate || app.delayMs() === 0 || isRaceControlPath(path)) return undefined
  learnReplyDate(headers.get('date'))
  return Date.parse(lastChanged)
}

const prefetchReply = async (path: string): Promise<StoredReply | undefined> => {
  const reply = await fetch(path, { credentials: 'include', headers: { 'content-type': 'application/json' } })
  const changedAt = Date.parse(reply.headers.get('last-changed') ?? '')
  return reply.ok ? { text: await reply.text(), status: reply.status, headers: reply.headers, changedAt } : undefined
}

/** Returns a reply after its spoiler delay. Changes meanwhile are prefetched, and shown after it. */
const delayReply = async (
  path: string,
  stored: StoredReply,
  fetchContext: FetchContext | undefined,
  signal?: AbortSignal,
): Promise<Response> => {
  if (fetchContext) fetchContext.prefetch = () => prefetch(path, () => prefetchReply(path))
  await waitForSpoilerDelay(stored.changedAt, fetchContext, signal)
  return new Response(stored.text, { status: stored.status, headers: stored.headers })
}

const request = (method: string, path: string, body: unknown, { signal, headers }: Options): Promise<Response> => {
  const isForm = body instanceof FormData
  return fetch(path, {
    method,
    credentials: 'include',
    ...(signal ? { signal } : {}),
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
}

const send = async (method: string, path: string, body?: unknown, options: Options = {}): Promise<Response> => {
  const fetchContext = fetchContextOf(options.signal)
  const app = fetchContext?.app ?? pageContext
  const prefetched = fetchContext?.continuesPrefetched ? await takePrefetched(path, fetchContext) : undefined
  if (prefetched) return delayReply(path, prefetched, fetchContext, options.signal)
  if (method === 'GET') clearPrefetchQueue(path)
  else clearPrefetched()
  const inDocument = method === 'GET' ? app.takeReply(path) : undefined
  const reply = inDocument ?? (await request(method, path, body, options))
  if (!reply.ok)
    throw new ApiError(reply.status, (await reply.text()) || reply.statusText, reply.headers.get('retry-after'))
  const changedAt = lastChangedAt(path, reply, { ...options, app })
  if (changedAt === undefined) return reply
  // It is delayed too, but repeated invalidation would restart the wait, so that it might never be shown.
  if (method === 'GET' && !fetchContext)
    console.error(`${path} was read by no query, or without the signal of its query`)
  // The body is read before the wait, so that it occupies no connection.
  const stored = { text: await reply.text(), status: reply.status, headers: reply.headers, changedAt }
  return delayReply(path, stored, fetchContext, options.signal)
}

const json = async (reply: Promise<Response>) => {
  const text = await (await reply).text()
  return text === '' ? undefined : JSON.parse(text)
}

/** HTTP client of the API, with the session's cookie. Every call throws `ApiError` unless the reply is a success. */
export const api = {
  get: <T>(path: string, options?: Options): Promise<T> => json(send('GET', path, undefined, options)),
  /** Returns null if the caller is signed out (401). */
  getOrNull: async <T>(path: string, options?: Options): Promise<T | null> => {
    try {
      return await api.get<T>(path, options)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  /** Sends JSON, or a `FormData` as multipart. */
  post: <T>(path: string, body: unknown = {}, options?: Options): Promise<T> => json(send('POST', path, body, options)),
  patch: <T>(path: string, body: unknown): Promise<T> => json(send('PATCH', path, body)),
  put: <T>(path: string, body: unknown, options?: Options): Promise<T> => json(send('PUT', path, body, options)),
  delete: async (path: string, body?: unknown): Promise<void> => {
    await send('DELETE', path, body ?? {})
  },
  /** Returns the body of a POST's reply as a file. */
  file: async (path: string, body: unknown): Promise<Blob> => (await send('POST', path, body)).blob(),
  /** Returns the whole reply, for calls whose headers matter. */
  reply: (path: string, options?: Options): Promise<Response> => send('GET', path, undefined, options),
}

/** Random extra wait, in ms, so that clients rejected together do not retry together. */
const JITTER_MS = 2_000
/** Maximum wait before a retry, in ms: the button shows nothing meanwhile. */
const MAX_RETRY_AFTER_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Codes of transient rejections: overload of the server, or too many requests in flight of one account. */
const TRANSIENT_CODES = ['OVERLOADED', 'TOO_MANY_AT_ONCE']

/**
 * Retries once if the server was overloaded and says when to retry (docs/contract.md, `OVERLOADED` and
 * `TOO_MANY_AT_ONCE`): nothing was stored. Returns the second result, success or failure.
 */
export const retryOnOverload = async <Output>(request: () => Promise<Output>): Promise<Output> => {
  try {
    return await request()
  } catch (error) {
    const isTransient = TRANSIENT_CODES.some((code) => hasCode(error, code))
    const seconds = isTransient && error instanceof ApiError ? error.retryAfter : undefined
    if (seconds === undefined || seconds * 1_000 > MAX_RETRY_AFTER_MS) throw error
    await pause(seconds * 1_000 + Math.random() * JITTER_MS)
    return request()
  }
}
