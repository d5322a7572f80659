import { hash } from 'node:crypto'

/** For what is answered with a validator: a browser keeps it for this user and asks each time whether it is still good. */
export const REVALIDATED = 'private, no-cache'

/** A strong validator of these bytes. */
export const etagOf = (body: Buffer | string): string => `"${hash('sha1', body, 'base64url')}"`

/** Whether the client's copy is still good: `If-None-Match` names this very validator (RFC 9110, 13.1.2). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch.split(',').some((candidate) => {
      const wanted = candidate.trim()
      return wanted === '*' || wanted === etag || wanted === `W/${etag}`
    }))
