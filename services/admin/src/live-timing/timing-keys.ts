import { createHash, timingSafeEqual } from 'node:crypto'

const BEARER = /^bearer +(\S+)$/i

const digest = (key: string): Buffer => createHash('sha256').update(key).digest()

/**
 * Returns a function that authenticates a program by its bearer key, in constant time.
 * It returns an id of the key that does not reveal it, or undefined for an unknown key.
 */
export const timingKeys = (keys: readonly string[]): ((authorization: string | undefined) => string | undefined) => {
  const digests = keys.map(digest)
  return (authorization) => {
    const [, presentedKey] = BEARER.exec(authorization ?? '') ?? []
    if (presentedKey === undefined) return undefined
    const presented = digest(presentedKey)
    const index = digests.map((key) => timingSafeEqual(key, presented)).indexOf(true)
    return digests[index]?.toString('hex').slice(0, 16)
  }
}
