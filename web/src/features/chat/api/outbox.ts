import type { Message } from '@purple-sector/contracts/chat/http'

/** A message of the user that has not arrived in the room yet. */
export type OutgoingMessage = {
  /** Its `Idempotency-Key`, by which the message is recognised in the room (`sentAs`). */
  key: string
  text: string
  /** Server time, in ms. */
  at: number
  state: 'sending' | 'failed' | 'sent'
  /** Why sending failed, as text for the user. */
  reason?: string
  /** The stored message, once the server has replied. */
  message?: Message
}

export type Outbox = {
  entries: readonly OutgoingMessage[]
  /** Server time in ms before which the server rejects messages of the user. */
  notBefore: number
}

export const EMPTY_OUTBOX: Outbox = { entries: [], notBefore: 0 }

/** Adds or replaces a message in the outbox; keeps its position. */
export const withSending = (outbox: Outbox, sending: OutgoingMessage): Outbox => {
  const isKnown = outbox.entries.some(({ key }) => key === sending.key)
  const entries = isKnown
    ? outbox.entries.map((entry) => (entry.key === sending.key ? sending : entry))
    : [...outbox.entries, sending]
  return { ...outbox, entries }
}

export const withoutSending = (outbox: Outbox, key: string): Outbox => ({
  ...outbox,
  entries: outbox.entries.filter((entry) => entry.key !== key),
})

/** Removes messages that have arrived in the room. */
export const withoutArrived = (outbox: Outbox, arrived: readonly Message[]): Outbox => {
  const keys = new Set(arrived.map(({ sentAs }) => sentAs))
  return outbox.entries.some(({ key }) => keys.has(key))
    ? { ...outbox, entries: outbox.entries.filter(({ key }) => !keys.has(key)) }
    : outbox
}
