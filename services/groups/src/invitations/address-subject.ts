import { createHash } from 'node:crypto'

/** Returns the lock subject of an address: it serializes the verification of the address and invitations to it. */
export const addressSubject = (email: string): string =>
  `address/${createHash('sha256').update(email.toLowerCase()).digest('hex')}`

/** Returns the mailbox of an address: many providers deliver `bea+anything@` to `bea@`. */
export const mailboxOf = (email: string): string => email.replace(/(?<=.)\+[^@]*(?=@)/u, '')
