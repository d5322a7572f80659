import type { Snapshot } from '@purple-sector/contracts/admin/live-timing'
import type { OurSession } from './match-session.ts'

/** A session that a source names, and whether it is the one that is taken. */
export type NamedSession = { code: string; description: string; isPicked: boolean }

/** What an adapter runs. */
export type RunSource = {
  url: string
  session: OurSession
  /** The code of the source's session that race control picked. */
  picked: string | null
  /** Those it has named before. */
  sessions: readonly NamedSession[]
  /** Addresses of private networks, and files, may be asked. */
  allowPrivate: boolean
}

/** Whom an adapter tells what it hears. */
export type SourceListener = {
  /** The source answers, and is understood. */
  answers(): void
  heard(snapshot: Snapshot): void
  /** So many things came that were not understood. */
  skipped(count: number): void
  /** What is wrong although the source answers, in words for people; null when it is over. */
  troubled(words: string | null): void
  /** Every session it has named. */
  named(sessions: readonly NamedSession[]): void
  /** For sources that number nothing: higher than any before, also than those of other processes. */
  nextSequence(): number
}

/**
 * Listens to a source until the signal ends it. Rejects when the connection is lost or never made, in words for people
 * where it is a `SourceFault`; whoever runs it tries again.
 */
export type Adapter = (source: RunSource, listener: SourceListener, signal: AbortSignal) => Promise<void>

/** Why a source cannot be listened to, in words for people. */
export class SourceFault extends Error {
  override name = 'SourceFault'
}

const WORDS: Readonly<Record<string, string>> = {
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

/** What went wrong, in words for people: never more of the network than they typed themselves. */
export const wordsOfFault = (error: unknown): string => {
  if (error instanceof SourceFault) return error.message
  if (!(error instanceof Error)) return 'Something went wrong.'
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOfFault(error.errors[0])
  const code = 'code' in error ? String(error.code) : ''
  if (WORDS[code]) return WORDS[code]
  if (error.name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'There was no answer in time.'
  const status = /^Unexpected server response: (\d{3})$/.exec(error.message)?.[1]
  return status ? `It answered ${status}.` : `The connection failed${code ? ` (${code})` : ''}.`
}
