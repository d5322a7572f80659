import { MAX_MESSAGE_BYTES, MAX_PARTS } from '@purple-sector/service-kit/data/parsing-limits'
import { ByteQueue } from './byte-queue.ts'

/* Messages over TCP: `!@#`, five digits of length, two characters that say whether a part is continued, then the part. */

const MARK = Buffer.from('!@#')
const DIGITS = 5
const HEADER_LENGTH = MARK.length + DIGITS + 2
const EQUALS = 0x3d

const decoders = { utf8: new TextDecoder('utf-8', { fatal: true }), latin: new TextDecoder('windows-1252') }

/** Decodes UTF-8, or Windows-1252 where it is not UTF-8. */
export const messageText = (bytes: Uint8Array): string => {
  try {
    return decoders.utf8.decode(bytes)
  } catch {
    return decoders.latin.decode(bytes)
  }
}

/** Messages that became complete, in order, and how often bytes between them were skipped. */
type FramesRead = { messages: string[]; skipped: number }

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isPrintable = (byte: number): boolean => byte >= 0x20 && byte <= 0x7e

/** Whether a header follows the mark at `at`; `unsure` where the bytes end too early to decide. */
const hasHeaderAt = (bytes: Buffer, at: number): boolean | 'unsure' => {
  for (let index = MARK.length; index < HEADER_LENGTH; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'unsure'
    if (!(index < MARK.length + DIGITS ? isDigit(byte) : isPrintable(byte))) return false
  }
  return true
}

/**
 * Joins a stream of bytes into messages.
 * Skips bytes up to the next mark that belong to no message, a message without its first part, and one of too many
 * parts or bytes. A part that states a wrong length swallows no later part.
 */
export const natsoftFrames = () => {
  const rest = new ByteQueue()
  const message = new ByteQueue()
  /** Parts of the current message; 0 where none has begun. */
  let parts = 0
  let isLost = false
  /** Up to this offset the part at the front of `rest` contains no other header. */
  let scanned = HEADER_LENGTH

  const removeFront = (count: number): void => {
    rest.remove(count)
    scanned = HEADER_LENGTH
  }

  const dropMessage = (): void => {
    message.clear()
    parts = 0
  }

  /** Skips to the next mark, or to a possible start of one. */
  const skipToMark = (read: FramesRead): void => {
    if (!isLost) read.skipped += 1
    isLost = true
    const next = rest.bytes.indexOf(MARK, 1)
    removeFront(next < 0 ? Math.max(1, rest.length - MARK.length + 1) : next)
  }

  /**
   * Finds a header inside the front part, which ends before `end`: its stated length was wrong.
   * Undefined where there is none, `unsure` where the bytes so far do not decide.
   */
  const headerWithin = (end: number): number | 'unsure' | undefined => {
    const { bytes } = rest
    for (let at = bytes.indexOf(MARK, scanned); at >= 0 && at < end; at = bytes.indexOf(MARK, at + 1)) {
      scanned = at
      const found = hasHeaderAt(bytes, at)
      if (found === true) return at
      if (found === 'unsure') return 'unsure'
    }
    scanned = Math.max(scanned, bytes.length - MARK.length + 1)
    return undefined
  }

  const addPart = (part: Buffer, isContinuation: boolean, isContinued: boolean, read: FramesRead): void => {
    if (isContinuation !== parts > 0) {
      read.skipped += 1
      dropMessage()
      if (isContinuation) return
    }
    if (parts === MAX_PARTS || message.length + part.length > MAX_MESSAGE_BYTES) {
      read.skipped += 1
      dropMessage()
      return
    }
    message.add(part)
    parts += 1
    if (isContinued) return
    read.messages.push(messageText(message.bytes))
    dropMessage()
  }

  return (bytes: Buffer): FramesRead => {
    const read: FramesRead = { messages: [], skipped: 0 }
    rest.add(bytes)
    while (rest.length >= HEADER_LENGTH) {
      const front = rest.bytes
      if (!front.subarray(0, MARK.length).equals(MARK) || hasHeaderAt(front, 0) !== true) {
        skipToMark(read)
        continue
      }
      const end = HEADER_LENGTH + Number(front.toString('latin1', MARK.length, MARK.length + DIGITS))
      const next = headerWithin(end)
      if (next === 'unsure') break
      if (next !== undefined) {
        read.skipped += 1
        dropMessage()
        removeFront(next)
        continue
      }
      if (rest.length < end) break
      isLost = false
      const [first, second] = [front[HEADER_LENGTH - 2], front[HEADER_LENGTH - 1]]
      addPart(front.subarray(HEADER_LENGTH, end), first !== EQUALS, second !== EQUALS, read)
      removeFront(end)
    }
    return read
  }
}
