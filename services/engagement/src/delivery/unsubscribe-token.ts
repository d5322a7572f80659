import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whose mails of which kind a link ends. */
export type Subscriber = { userId: string; type: string }

const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`unsubscribe ${text}`).digest('base64url')

/** The signed name of somebody's mails of a kind; it never ages, as a mail may lie for years. */
export const unsubscribeToken = (secret: string, { userId, type }: Subscriber): string => {
  const text = `${Buffer.from(userId).toString('base64url')}.${type}`
  return `${text}.${signatureOf(secret, text)}`
}

/** Whose mails of which kind a token means; undefined where it was not signed here. */
export const subscriberOf = (secret: string, token: string): Subscriber | undefined => {
  const [user = '', type = '', signature = '', ...rest] = token.split('.')
  // As text: decoding would take other spellings of the same bytes.
  const given = Buffer.from(signature)
  const right = Buffer.from(signatureOf(secret, `${user}.${type}`))
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return { userId: Buffer.from(user, 'base64url').toString(), type }
}
