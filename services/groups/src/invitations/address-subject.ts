import { createHash } from 'node:crypto'

/** What is locked of an address: who verifies it, and who invites it, do so one after the other. */
export const addressSubject = (email: string): string =>
  `address/${createHash('sha256').update(email.toLowerCase()).digest('hex')}`

/** The mailbox an address leads to: many a provider delivers `bea+whatever@` to `bea@`. */
export const mailboxOf = (email: string): string => email.replace(/(?<=.)\+[^@]*(?=@)/u, '')
