import { hash } from 'node:crypto'

/** `cache-control` of replies with a validator: a browser stores them for this user and revalidates each time. */
export const REVALIDATED = 'private, no-cache'

/** A strong validator of these bytes. */
export const etagOf = (body: Buffer | string): string => `"${hash('sha1', body, 'base64url')}"`

/** Whether the client's copy is still valid: `If-None-Match` names this very validator (RFC 9110, 13.1.2). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.split(',').some((candidate) => {
      const validator = candidate.trim()
      return validator === '*' || validator === etag || validator === `W/${etag}`
    }))
