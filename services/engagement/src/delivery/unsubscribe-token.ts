import { createHmac, timingSafeEqual } from 'node:crypto'

/** The user and notification type that a link unsubscribes. */
export type Subscriber = { userId: string; type: string }

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${text}`).digest('base64url')

/** Signs a user and notification type; the token never expires, because mails are opened years later. */
export const unsubscribeToken = (secret: string, { userId, type }: Subscriber): string => {
  const text = `${Buffer.from(userId).toString('base64url')}.${type}`
  return `${text}.${signatureOf(secret, text)}`
}

/** Verifies a token; undefined if its signature is not valid. */
export const subscriberOf = (secret: string, token: string): Subscriber | undefined => {
  const [user = '', type = '', signature = '', ...rest] = token.split('.')
  // Compared as text: decoding would accept other spellings of the same bytes.
  const actual = Buffer.from(signature)
  const expected = Buffer.from(signatureOf(secret, `${user}.${type}`))
  if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  return { userId: Buffer.from(user, 'base64url').toString(), type }
}
