import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { importJWK, SignJWT } from 'jose'
import type { VapidKeys } from './delivery-key-repository.ts'

const TTL_MS = 12 * 3_600_000
const RENEW_MS = 6 * 3_600_000
/** Cached tokens; push services are few. */
const MAX_TOKENS = 50

/** Returns a signer for the `authorization` header of an origin (RFC 8292). Tokens are valid for 12 hours, reused for 6. */
export const vapidSigner = ({ publicKey, privateKey }: VapidKeys, contact: string) => {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = importJWK({ kty: 'EC', crv: 'P-256', x, y, d: privateKey }, 'ES256')
  const tokens = ttlCache<string, string>({ maxEntries: MAX_TOKENS, ttlMs: RENEW_MS, now: Date.now })
  const sign = async (origin: string): Promise<string> => {
    const token = await new SignJWT({})
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setSubject(contact)
      .setExpirationTime(Math.floor((Date.now() + TTL_MS) / 1_000))
      .sign(await key)
    return `vapid t=${token}, k=${publicKey}`
  }
  return (origin: string): Promise<string> => tokens.get(origin, () => sign(origin))
}
