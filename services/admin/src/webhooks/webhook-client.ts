import { publicAgent } from '@purple-sector/service-kit/calls/public-agent'
import { Agent, request } from 'undici'
import { type Attempt, signatureOf } from './webhook.ts'

/** `secrets`: the current one, then those it has replaced that have not expired. */
type Letter = { url: string; secrets: readonly string[]; body: string }

export type WebhookClient = {
  /** It never fails: the attempt says what came of it. */
  send(letter: Letter): Promise<Attempt>
  close(): Promise<void>
}

const TIMEOUT_MS = 5_000
const MAX_REPLY_BYTES = 1_024

const isOf = (error: unknown, key: 'code' | 'name', value: string): boolean =>
  error instanceof Error && key in error && Reflect.get(error, key) === value

const wordsOf = (error: unknown): string => {
  if (isOf(error, 'code', 'PRIVATE_ADDRESS')) return 'The address is not of the public internet.'
  if (isOf(error, 'name', 'TimeoutError')) return 'No answer within 5 s.'
  const reason = error instanceof Error && 'code' in error ? error.code : error instanceof Error ? error.name : error
  return `Not reached: ${String(reason)}.`
}

const attemptOf = (status: number): Attempt => {
  if (status >= 200 && status < 300) return { status, error: null }
  const words = status >= 300 && status < 400 ? 'a redirect, which is not followed' : String(status)
  return { status, error: `Answered ${words}.` }
}

/**
 * Posts to receivers that administrators named. The reply counts by its status alone: it may say a kilobyte, of which
 * nobody reads anything.
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
        const isForGood = isOf(error, 'code', 'PRIVATE_ADDRESS')
        return { status: null, error: wordsOf(error), ...(isForGood && { isForGood }) }
      }
    },
    close: () => dispatcher.close(),
  }
}
