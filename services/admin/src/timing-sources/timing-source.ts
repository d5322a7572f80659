import type { Snapshot } from '@purple-sector/contracts/admin/live-timing'
import type { OurSession } from './match-session.ts'

/** A session that a source names, and whether it is ours. */
export type NamedSession = { code: string; description: string; isPicked: boolean }

/** Parameters with which an adapter runs a source. */
export type RunSource = {
  url: string
  session: OurSession
  /** The code of the source's session that race control picked. */
  picked: string | null
  /** Sessions it has named before. */
  sessions: readonly NamedSession[]
  /** Allows private networks and local files. */
  allowPrivate: boolean
}

/** Callbacks of an adapter. */
export type SourceListener = {
  /** The source responds, with valid content. */
  onResponse(): void
  onSnapshot(snapshot: Snapshot): void
  /** Called with the number of parts that could not be parsed. */
  onSkipped(count: number): void
  /** Why nothing is accepted although the source responds, for display; null when it is over. */
  onProblem(message: string | null): void
  /** Every session that the source has named. */
  onSessions(sessions: readonly NamedSession[]): void
  /** For sources without sequences: higher than any before, also those of other processes. */
  nextSequence(): number
}

/**
 * Listens to a source until the signal aborts.
 * Rejects when the connection is lost or never made, with a `SourceFault` if the message is for display; the caller
 * retries.
 */
export type Adapter = (source: RunSource, listener: SourceListener, signal: AbortSignal) => Promise<void>

/** Why a source cannot be listened to, with a message for display. */
export class SourceFault extends Error {
  override name = 'SourceFault'
}

const MESSAGES: Readonly<Record<string, string>> = {
  PRIVATE_ADDRESS: 'The address is not of the public internet.',
  ENOTFOUND: 'There is no such host.',
  EAI_AGAIN: 'The host could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection broke off.',
  EPIPE: 'The connection broke off.',
  ETIMEDOUT: 'There was no answer in time.',
  ENOENT: 'There is no such file.',
  EACCES: 'The file may not be read.',
  EISDIR: 'It is a folder.',
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 'It sends a message of more than 1 MB.',
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 'It sends a message of too many parts.',
}

/** Returns a message for display, which reveals no more of the network than the administrator typed. */
export const faultMessage = (error: unknown): string => {
  if (error instanceof SourceFault) return error.message
  if (!(error instanceof Error)) return 'Something went wrong.'
  if (error instanceof AggregateError && error.errors.length > 0) return faultMessage(error.errors[0])
  const code = 'code' in error ? String(error.code) : ''
  if (MESSAGES[code]) return MESSAGES[code]
  if (error.name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'There was no answer in time.'
  const status = /^Unexpected server response: (\d{3})$/.exec(error.message)?.[1]
  return status ? `It answered ${status}.` : `The connection failed${code ? ` (${code})` : ''}.`
}
