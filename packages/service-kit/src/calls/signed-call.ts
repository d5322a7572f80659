import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { currentTraceparent } from '@purple-sector/telemetry/trace'
import type { ServiceCall } from './rpc.ts'

export const CALLER_HEADER = 'x-internal-caller'
export const TIMESTAMP_HEADER = 'x-internal-timestamp'
export const SIGNATURE_HEADER = 'x-internal-signature'
/** Clocks of two services may differ by ten minutes, five in each direction; five minutes remain for the transfer. */
const TOLERANCE_MS = 15 * 60_000

type Signed = { caller: string; method: string; path: string; timestamp: string; body: string }

const signature = (secret: string, { caller, method, path, timestamp, body }: Signed): string =>
  createHmac('sha256', secret)
    .update([caller, method, path, timestamp, createHash('sha256').update(body).digest('hex')].join('\n'))
    .digest('hex')

/** Returns headers that prove to a service that its caller made exactly this call. */
export const signedHeaders = (secret: string, caller: string, { method, path }: ServiceCall, body: string) => {
  const timestamp = String(Date.now())
  const traceparent = currentTraceparent()
  return {
    [CALLER_HEADER]: caller,
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signature(secret, { caller, method, path, timestamp, body }),
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    ...(traceparent ? { traceparent } : {}),
  }
}

/** Whether the headers prove that one of the services made exactly this call within the last 15 minutes. */
export const isSignedCall = (
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  { method, path, body }: { method: string; path: string; body: string },
): boolean => {
  const [caller, timestamp, sentSignature] = [
    headers[CALLER_HEADER],
    headers[TIMESTAMP_HEADER],
    headers[SIGNATURE_HEADER],
  ]
  if (typeof caller !== 'string' || typeof timestamp !== 'string' || typeof sentSignature !== 'string') return false
  if (!(Math.abs(Date.now() - Number(timestamp)) <= TOLERANCE_MS)) return false
  const expected = Buffer.from(signature(secret, { caller, method, path, timestamp, body }))
  const received = Buffer.from(sentSignature)
  return expected.length === received.length && timingSafeEqual(expected, received)
}
