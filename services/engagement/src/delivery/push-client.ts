import { encryptNotification } from '@block65/webcrypto-web-push'
import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import { publicAgent } from '@purple-sector/service-kit/calls/public-agent'
import { Agent, type Dispatcher, request } from 'undici'
import type { VapidKeys } from './delivery-keys.ts'
import { vapidSigner } from './vapid.ts'

/** A browser's subscription: where to push, and to whom alone it is readable. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushOutcome =
  | { kind: 'taken' }
  /** The browser has unsubscribed, or is no more. */
  | { kind: 'gone' }
  /** The same push would be refused again. The subscription may be good: a push service can refuse us. */
  | { kind: 'refused'; reason: string }
  /** The endpoint is in a private network: it was not asked. */
  | { kind: 'blocked'; reason: string }
  | { kind: 'later'; reason: string; afterSeconds: number }

export type PushClient = {
  /** `timeToLive` in seconds: how long the push service keeps it for a browser that is away. */
  send(target: PushTarget, payload: PushPayload, how: { timeToLive: number; isUrgent: boolean }): Promise<PushOutcome>
  close(): Promise<void>
}

type Options = {
  vapid: VapidKeys
  /** Whom a push service may ask about us: an https address or `mailto:`. */
  contact: string
  allowPrivate: boolean
  /** How long a push may take in all, in ms. */
  maxMs?: number
}

const TIMEOUT_MS = 10_000
/** In all: a service that lets its reply trickle would else keep its place from others for as long as it likes. */
const MAX_MS = 30_000
const HOUR_SECONDS = 3_600
const MAX_WORDS = 200

const secondsOf = (retryAfter: string | string[] | undefined): number => {
  const seconds = typeof retryAfter === 'string' ? Number(retryAfter) : Number.NaN
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), HOUR_SECONDS) : 0
}

const outcomeOf = (status: number, retryAfter: string | string[] | undefined, words: string): PushOutcome => {
  const reason = `the push service answered ${status}${words && ': '}${words}`
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', reason, afterSeconds: secondsOf(retryAfter) }
  return { kind: 'refused', reason }
}

/** The beginning of the reply to a refusal, which says what is wrong, such as `{"reason":"BadJwtToken"}`. */
const wordsOf = async (status: number, body: Dispatcher.ResponseData['body']): Promise<string> => {
  if (status < 400) {
    await body.dump()
    return ''
  }
  let words = ''
  try {
    for await (const chunk of body.setEncoding('utf8')) {
      words += chunk
      if (words.length >= MAX_WORDS) break
    }
  } catch {
    // Not all of it came: the status counts all the same.
  }
  return words.slice(0, MAX_WORDS).replaceAll(/\s+/g, ' ').trim()
}

const isPrivate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'PRIVATE_ADDRESS'

/** Pushes to browsers (RFC 8030, encrypted by RFC 8291, signed by RFC 8292). It never fails: the outcome says it. */
export const createPushClient = ({ vapid, contact, allowPrivate, maxMs = MAX_MS }: Options): PushClient => {
  const authorize = vapidSigner(vapid, contact)
  const limits = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }
  const dispatcher = allowPrivate
    ? new Agent({ ...limits, connect: { timeout: TIMEOUT_MS } })
    : publicAgent({ ...limits, timeoutMs: TIMEOUT_MS })

  return {
    async send({ endpoint, ...keys }, payload, { timeToLive, isUrgent }) {
      try {
        const plain = new TextEncoder().encode(JSON.stringify(payload))
        const body = await encryptNotification({ endpoint, expirationTime: null, keys }, plain)
        const reply = await request(endpoint, {
          dispatcher,
          method: 'POST',
          headers: {
            authorization: await authorize(new URL(endpoint).origin),
            ttl: String(timeToLive),
            urgency: isUrgent ? 'high' : 'normal',
            // What waits for a browser that is away is replaced, should it be sent twice.
            topic: `n${payload.id}`,
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
          },
          body,
          signal: AbortSignal.timeout(maxMs),
        })
        const { statusCode: status, headers } = reply
        return outcomeOf(status, headers['retry-after'], await wordsOf(status, reply.body))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return isPrivate(error) ? { kind: 'blocked', reason } : { kind: 'later', reason, afterSeconds: 0 }
      }
    },
    close: () => dispatcher.close(),
  }
}
