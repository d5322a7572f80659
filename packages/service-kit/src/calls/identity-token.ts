import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { atMost, expiring } from '../caching/lru-settings.ts'

/** The author of a request, as verified by the gateway. */
export type Caller = {
  userId: string
  username: string | null
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
  sessionId: string
}

/** The header with the token from the gateway to a service. The gateway removes it from requests of clients. */
export const IDENTITY_HEADER = 'x-identity'

const AUDIENCE = 'purple-sector'
const TTL_SECONDS = 600
const LEEWAY_SECONDS = 600
const MAX_CACHED_TOKENS = 50_000
/** The lifetime of a token: the gateway sends a new one after it. */
const CACHE_TTL_MS = TTL_SECONDS * 1000

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

/** Generates an Ed25519 key pair as base64 of DER (pkcs8 and spki), the form of the settings. */
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

/** Creates the signer of identity tokens, which live 10 minutes. Only the gateway has the private key. */
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
 * Creates the verifier of identity tokens; it resolves undefined for an invalid one.
 *
 * Allows 10 minutes of leeway, so that a service with a wrong clock still works. The gateway sends the same token for
 * minutes, so verified ones are cached for 10 minutes. Old tokens are not sent again, and 50,000 of them would take
 * 60 MB.
 */
export const identityVerifier = (publicKey: string, now: () => number = () => performance.now()): IdentityVerifier => {
  const key = publicKeyOf(publicKey)
  const cachedCallers = new LRUCache<string, Caller>({ ...atMost(MAX_CACHED_TOKENS), ...expiring(CACHE_TTL_MS, now) })
  return async (token) => {
    const cachedCaller = cachedCallers.get(token)
    if (cachedCaller) return cachedCaller
    try {
      const { payload } = await jwtVerify(token, key, {
        audience: AUDIENCE,
        algorithms: ['EdDSA'],
        clockTolerance: LEEWAY_SECONDS,
      })
      const { sub, sid, exp, ...names } = claims.parse(payload)
      const caller: Caller = { userId: sub, sessionId: sid, ...names }
      const remainingMs = (exp + LEEWAY_SECONDS) * 1000 - Date.now()
      if (remainingMs > 0) cachedCallers.set(token, caller, { ttl: Math.min(remainingMs, CACHE_TTL_MS) })
      return caller
    } catch {
      return undefined
    }
  }
}
