import { Agent } from 'undici'
import { PreflightError } from '../preflight-error.ts'

export type Reply = { status: number; headers: Record<string, string>; body: unknown; sent: number; received: number }
export type Call = { method: string; path: string; body?: unknown; cookie?: string; headers?: Record<string, string> }

export type HttpClient = {
  /** Sends until the reply is no outage; `sent` is the first attempt, `received` the last reply. */
  send(call: Call): Promise<Reply>
  readonly retries: number
  /** Replies 429 and above 499, and calls without a reply, by kind: `503`, `503 without Retry-After`, `no reply`. */
  readonly outages: Readonly<Record<string, number>>
  close(): Promise<void>
}

export type HttpClientOptions = {
  /** Base URLs, the preferred one first; the client tries the next when one does not reply. */
  urls: string[]
  /** The `Origin` to send; that of the URL in use when left out. */
  origin?: string
  connections?: number
  /** How long to retry during an outage, in ms; ten times as long for a limit (429). */
  timeout?: number
  signal?: AbortSignal
  /** Called with the kind of each outage. */
  onOutage?: ((kind: string) => void) | undefined
}

const RETRIED = new Set([429, 502, 503, 504])

type Outcome = { error: unknown } | Pick<Reply, 'status' | 'headers'>

/** The kind of an outage, by which `outages` counts; undefined for other replies. */
const outageOf = (outcome: Outcome): string | undefined => {
  if ('error' in outcome) return 'no reply'
  const { status, headers } = outcome
  if (status !== 429 && status < 500) return undefined
  return status === 503 && headers['retry-after'] === undefined ? '503 without Retry-After' : String(status)
}

/**
 * Creates an HTTP client with a bounded number of keep-alive connections.
 * Retries rejected connections, cut replies, 429, 502, 503 and 504 (after `Retry-After`): every call of the player may
 * be repeated.
 * @throws PreflightError with the last network error when no URL replied for `timeout`
 */
export const createHttpClient = ({
  urls,
  origin,
  connections = 64,
  timeout = 60_000,
  signal,
  onOutage,
}: HttpClientOptions): HttpClient => {
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  })
  const bases = urls.map((url) => new URL(url).origin)
  let preferred = 0
  let retries = 0
  const outages: Record<string, number> = {}

  const attempt = async (base: string, { method, path, body, cookie, headers }: Call) => {
    const reply = await agent.request({
      origin: base,
      path,
      method: method as 'GET',
      headers: {
        origin: origin ?? base,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
    const text = await reply.body.text()
    return { status: reply.statusCode, headers: flatten(reply.headers), body: parse(text), received: Date.now() }
  }

  const send = async (call: Call): Promise<Reply> => {
    const sent = Date.now()
    for (let tries = 1; ; tries++) {
      const used = preferred
      const outcome = await attempt(bases[used % bases.length]!, call).catch((error: unknown) => ({ error }))
      const outage = outageOf(outcome)
      if (outage !== undefined) {
        outages[outage] = (outages[outage] ?? 0) + 1
        onOutage?.(outage)
      }
      const isLimited = 'status' in outcome && outcome.status === 429
      const over = Date.now() - sent > (isLimited ? 10 * timeout : timeout)
      if ('error' in outcome) {
        signal?.throwIfAborted()
        if (over) throw unreachable(call, bases, outcome.error)
        if (preferred === used) preferred = used + 1
      } else if (!RETRIED.has(outcome.status) || over) {
        return { ...outcome, sent }
      }
      retries += 1
      const asked = 'error' in outcome ? 0 : Number(outcome.headers['retry-after']) * 1000
      await pause(Math.max(Math.min(100 * 2 ** Math.min(tries - 1, 4), 1_500), asked || 0), signal)
    }
  }

  return {
    send,
    get retries() {
      return retries
    },
    outages,
    close: () => agent.destroy(),
  }
}

const unreachable = (call: Call, bases: string[], cause: unknown) =>
  new PreflightError(`${call.method} ${call.path}: no answer from ${bases.join(' or ')} (${reasonOf(cause)}).`, {
    cause,
  })

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}

const flatten = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join('\n') : value]],
    ),
  )

const parse = (text: string): unknown => {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Waits, or returns at once when the signal is aborted. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, Math.max(0, ms))
    signal?.addEventListener('abort', done)
  })
