import type { Message } from '@purple-sector/contracts/chat/http'

/** A message of the user that the room has not told yet. */
export type Sending = {
  /** Its `Idempotency-Key`, by which the room's message is known to be this one. */
  key: string
  text: string
  /** By the server's clock, in ms. */
  at: number
  state: 'sending' | 'failed' | 'sent'
  /** Why it failed, for people. */
  reason?: string
  /** What it became, once the server has said so. */
  message?: Message
}

export type Outbox = {
  entries: readonly Sending[]
  /** Until then the server takes no more of the user's messages, in ms. */
  notBefore: number
}

export const EMPTY_OUTBOX: Outbox = { entries: [], notBefore: 0 }

/** The outbox with this message as it is now, in its place or as the last. */
export const withSending = (outbox: Outbox, sending: Sending): Outbox => {
  const isKnown = outbox.entries.some(({ key }) => key === sending.key)
  const entries = isKnown
    ? outbox.entries.map((known) => (known.key === sending.key ? sending : known))
    : [...outbox.entries, sending]
  return { ...outbox, entries }
}

export const withoutSending = (outbox: Outbox, key: string): Outbox => ({
  ...outbox,
  entries: outbox.entries.filter((known) => known.key !== key),
})

/** Without what the room has told: these messages. */
export const withoutTold = (outbox: Outbox, told: readonly Message[]): Outbox => {
  const keys = new Set(told.map(({ sentAs }) => sentAs))
  return outbox.entries.some(({ key }) => keys.has(key))
    ? { ...outbox, entries: outbox.entries.filter(({ key }) => !keys.has(key)) }
    : outbox
}
