import { publicAgent } from '@purple-sector/service-kit/calls/public-agent'
import { Agent, request } from 'undici'
import { type Attempt, signatureOf } from './webhook.ts'

/** `secrets`: the current one, then replaced ones that have not expired. */
type WebhookRequest = { url: string; secrets: readonly string[]; body: string }

export type WebhookClient = {
  /** Never rejects: the attempt states the outcome. */
  send(webhookRequest: WebhookRequest): Promise<Attempt>
  close(): Promise<void>
}

const TIMEOUT_MS = 5_000
const MAX_REPLY_BYTES = 1_024

const hasErrorProperty = (error: unknown, key: 'code' | 'name', value: string): boolean =>
  error instanceof Error && key in error && Reflect.get(error, key) === value

const errorMessage = (error: unknown): string => {
  if (hasErrorProperty(error, 'code', 'PRIVATE_ADDRESS')) return 'The address is not of the public internet.'
  if (hasErrorProperty(error, 'name', 'TimeoutError')) return 'No answer within 5 s.'
  const reason = error instanceof Error && 'code' in error ? error.code : error instanceof Error ? error.name : error
  return `Not reached: ${String(reason)}.`
}

const attemptOf = (status: number): Attempt => {
  if (status >= 200 && status < 300) return { status, error: null }
  const outcome = status >= 300 && status < 400 ? 'a redirect, which is not followed' : String(status)
  return { status, error: `Answered ${outcome}.` }
}

/**
 * Posts to receivers that administrators set.
 * Only the status of a reply counts; at most a kilobyte of its body is read, and ignored.
 */
export const createWebhookClient = ({
  allowPrivate,
  timeoutMs = TIMEOUT_MS,
}: {
  allowPrivate: boolean
  timeoutMs?: number
}): WebhookClient => {
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, maxHeaderSize: 16 * 1_024 }
  const dispatcher = allowPrivate
    ? new Agent({ ...limits, connect: { timeout: timeoutMs } })
    : publicAgent({ ...limits, timeoutMs })

  return {
    async send({ url, secrets, body }) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const reply = await request(url, {
          dispatcher,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Purple-Sector-Webhooks/1',
            'x-purple-sector-signature': signatureOf(secrets, body, new Date()),
          },
          body,
          signal,
        })
        await reply.body.dump({ limit: MAX_REPLY_BYTES, signal }).catch(() => {})
        return attemptOf(reply.statusCode)
      } catch (error) {
        const isPermanent = hasErrorProperty(error, 'code', 'PRIVATE_ADDRESS')
        return { status: null, error: errorMessage(error), ...(isPermanent && { isPermanent }) }
      }
    },
    close: () => dispatcher.close(),
  }
}
