import { encryptNotification } from '@block65/webcrypto-web-push'
import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import { publicAgent } from '@purple-sector/service-kit/calls/public-agent'
import { Agent, type Dispatcher, request } from 'undici'
import type { VapidKeys } from './delivery-key-repository.ts'
import { vapidSigner } from './vapid.ts'

/** Push subscription of a browser: its endpoint and its encryption keys. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type PushOutcome =
  | { kind: 'accepted' }
  /** The subscription no longer exists (404, 410). */
  | { kind: 'gone' }
  /** A retry would be refused too. The subscription may be valid: the push service can refuse this installation. */
  | { kind: 'refused'; reason: string }
  /** The endpoint is in a private network; no request was made. */
  | { kind: 'blocked'; reason: string }
  | { kind: 'retry'; reason: string; afterSeconds: number }

export type PushClient = {
  /** Sends a push; `timeToLive` in seconds is how long the push service stores it for an offline browser. */
  send(
    target: PushTarget,
    payload: PushPayload,
    options: { timeToLive: number; isUrgent: boolean },
  ): Promise<PushOutcome>
  close(): Promise<void>
}

type Options = {
  vapid: VapidKeys
  /** Contact for push services: an https address or `mailto:`. */
  contact: string
  allowPrivate: boolean
  /** Total timeout of a push in ms. */
  maxMs?: number
}

const TIMEOUT_MS = 10_000
/** Total timeout: a push service whose reply trickles would otherwise block a slot for as long as it likes. */
const MAX_MS = 30_000
const HOUR_SECONDS = 3_600
const MAX_REASON_LENGTH = 200

const secondsOf = (retryAfter: string | string[] | undefined): number => {
  const seconds = typeof retryAfter === 'string' ? Number(retryAfter) : Number.NaN
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), HOUR_SECONDS) : 0
}

const outcomeOf = (status: number, retryAfter: string | string[] | undefined, detail: string): PushOutcome => {
  const reason = `the push service answered ${status}${detail && ': '}${detail}`
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'retry', reason, afterSeconds: secondsOf(retryAfter) }
  return { kind: 'refused', reason }
}

/** Reads the start of the reply to a refusal, such as `{"reason":"BadJwtToken"}`. */
const reasonOf = async (status: number, body: Dispatcher.ResponseData['body']): Promise<string> => {
  if (status < 400) {
    await body.dump()
    return ''
  }
  let reason = ''
  try {
    for await (const chunk of body.setEncoding('utf8')) {
      reason += chunk
      if (reason.length >= MAX_REASON_LENGTH) break
    }
  } catch {
    // The reply is incomplete; the status is enough.
  }
  return reason.slice(0, MAX_REASON_LENGTH).replaceAll(/\s+/g, ' ').trim()
}

const isPrivate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'PRIVATE_ADDRESS'

/** Creates a push client (RFC 8030, encrypted by RFC 8291, signed by RFC 8292). It never throws, it returns an outcome. */
export const createPushClient = ({ vapid, contact, allowPrivate, maxMs = MAX_MS }: Options): PushClient => {
  const authorize = vapidSigner(vapid, contact)
  const limits = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }
  const dispatcher = allowPrivate
    ? new Agent({ ...limits, connect: { timeout: TIMEOUT_MS } })
    : publicAgent({ ...limits, timeoutMs: TIMEOUT_MS })

  return {
    async send({ endpoint, ...keys }, payload, { timeToLive, isUrgent }) {
      try {
        const plaintext = new TextEncoder().encode(JSON.stringify(payload))
        const body = await encryptNotification({ endpoint, expirationTime: null, keys }, plaintext)
        const reply = await request(endpoint, {
          dispatcher,
          method: 'POST',
          headers: {
            authorization: await authorize(new URL(endpoint).origin),
            ttl: String(timeToLive),
            urgency: isUrgent ? 'high' : 'normal',
            // A duplicate replaces the push that waits for an offline browser.
            topic: `n${payload.id}`,
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
          },
          body,
          signal: AbortSignal.timeout(maxMs),
        })
        const { statusCode: status, headers } = reply
        return outcomeOf(status, headers['retry-after'], await reasonOf(status, reply.body))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return isPrivate(error) ? { kind: 'blocked', reason } : { kind: 'retry', reason, afterSeconds: 0 }
      }
    },
    close: () => dispatcher.close(),
  }
}
