import { createHash, timingSafeEqual } from 'node:crypto'

const BEARER = /^bearer +(\S+)$/i

const digest = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Whether a request shows one of the keys by which programs send timing; how long that takes says nothing of them. */
export const timingKeys = (keys: readonly string[]): ((authorization: string | undefined) => boolean) => {
  const known = keys.map(digest)
  return (authorization) => {
    const [, given] = BEARER.exec(authorization ?? '') ?? []
    if (given === undefined) return false
    const shown = digest(given)
    return known.map((key) => timingSafeEqual(key, shown)).includes(true)
  }
}
