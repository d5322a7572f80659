import { createHash } from 'node:crypto'

/** The lock subject of an address: its verification and invitations to it run one after another. */
export const addressSubject = (email: string): string =>
  `address/${createHash('sha256').update(email.toLowerCase()).digest('hex')}`

/** The mailbox of an address: many a provider delivers `bea+anything@` to `bea@`. */
export const mailboxOf = (email: string): string => email.replace(/(?<=.)\+[^@]*(?=@)/u, '')
