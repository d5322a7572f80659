import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { atMost, expiring } from '../caching/lru-settings.ts'

/** Who a request comes from, as the gateway vouches for it. */
export type Caller = {
  userId: string
  username: string | null
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
  sessionId: string
}

/** The header that carries the token from the gateway to a service. Inbound ones are stripped by the gateway. */
export const IDENTITY_HEADER = 'x-identity'

const AUDIENCE = 'purple-sector'
const TTL_SECONDS = 600
const LEEWAY_SECONDS = 600
const REMEMBERED_TOKENS = 50_000
/** As long as it lives: the gateway has a new one by then. */
const REMEMBERED_MS = TTL_SECONDS * 1000

const claims = z.object({
  sub: z.string(),
  sid: z.string(),
  exp: z.number(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isAdmin: z.boolean(),
})

export type IdentitySigner = (identity: Caller) => Promise<string>
export type IdentityVerifier = (token: string) => Promise<Caller | undefined>

/** A fresh Ed25519 pair as base64 of DER (pkcs8 and spki), the form the environment carries. */
export const generateIdentityKeys = (): { privateKey: string; publicKey: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}

const privateKeyOf = (encoded: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(encoded, 'base64'), type: 'pkcs8', format: 'der' })
const publicKeyOf = (encoded: string): KeyObject =>
  createPublicKey({ key: Buffer.from(encoded, 'base64'), type: 'spki', format: 'der' })

/** Only the gateway holds the private key. A token lives 10 minutes. */
export const identitySigner = (privateKey: string): IdentitySigner => {
  const key = privateKeyOf(privateKey)
  return ({ userId, sessionId, ...names }) =>
    new SignJWT({ sid: sessionId, ...names })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setSubject(userId)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${TTL_SECONDS}s`)
      .sign(key)
}

/**
 * Checks a token with 10 minutes of leeway, so that a service whose clock is wrong still works. The gateway sends the
 * same token for minutes, so verified ones are remembered for 10 and cost a map look-up. Then they are let go: nobody
 * sends an old one again, and of 50,000 that are, a service would hold 60 MB.
 */
export const identityVerifier = (publicKey: string, now: () => number = () => performance.now()): IdentityVerifier => {
  const key = publicKeyOf(publicKey)
  const remembered = new LRUCache<string, Caller>({ ...atMost(REMEMBERED_TOKENS), ...expiring(REMEMBERED_MS, now) })
  return async (token) => {
    const known = remembered.get(token)
    if (known) return known
    try {
      const { payload } = await jwtVerify(token, key, {
        audience: AUDIENCE,
        algorithms: ['EdDSA'],
        clockTolerance: LEEWAY_SECONDS,
      })
      const { sub, sid, exp, ...names } = claims.parse(payload)
      const caller: Caller = { userId: sub, sessionId: sid, ...names }
      const leftMs = (exp + LEEWAY_SECONDS) * 1000 - Date.now()
      if (leftMs > 0) remembered.set(token, caller, { ttl: Math.min(leftMs, REMEMBERED_MS) })
      return caller
    } catch {
      return undefined
    }
  }
}
