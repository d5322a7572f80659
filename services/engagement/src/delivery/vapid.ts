import { importJWK, SignJWT } from 'jose'
import type { VapidKeys } from './delivery-keys.ts'

const LIFE_MS = 12 * 3_600_000
const RENEW_MS = 6 * 3_600_000
/** Push services are few; who names many others has a token made for each push. */
const MOST_KEPT = 50

/**
 * Says to a push service who pushes (RFC 8292): the `authorization` of an origin. A token is good for twelve hours and
 * is used for six.
 */
export const vapidSigner = ({ publicKey, privateKey }: VapidKeys, contact: string) => {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = importJWK({ kty: 'EC', crv: 'P-256', x, y, d: privateKey }, 'ES256')
  const kept = new Map<string, { authorization: string; until: number }>()

  return async (origin: string): Promise<string> => {
    const now = Date.now()
    const known = kept.get(origin)
    if (known && now < known.until) return known.authorization
    const token = await new SignJWT({})
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setSubject(contact)
      .setExpirationTime(Math.floor((now + LIFE_MS) / 1_000))
      .sign(await key)
    const authorization = `vapid t=${token}, k=${publicKey}`
    if (kept.size < MOST_KEPT || kept.has(origin)) kept.set(origin, { authorization, until: now + RENEW_MS })
    return authorization
  }
}
