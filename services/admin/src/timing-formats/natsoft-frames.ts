import { MAX_MESSAGE_BYTES, MAX_PARTS } from '@purple-sector/service-kit/data/parsing-limits'
import { ByteQueue } from './byte-queue.ts'

/* Messages over TCP: `!@#`, five digits of length, two characters that say whether a part is continued, then the part. */

const MARK = Buffer.from('!@#')
const DIGITS = 5
const HEADER_LENGTH = MARK.length + DIGITS + 2
const EQUALS = 0x3d

const decoders = { utf8: new TextDecoder('utf-8', { fatal: true }), latin: new TextDecoder('windows-1252') }

/** Decodes UTF-8, or Windows-1252 if it is not UTF-8. */
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

/** Whether a header follows the mark at `offset`; `unsure` if the bytes end too early to decide. */
const hasHeaderAt = (bytes: Buffer, offset: number): boolean | 'unsure' => {
  for (let index = MARK.length; index < HEADER_LENGTH; index += 1) {
    const byte = bytes[offset + index]
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
  const pendingBytes = new ByteQueue()
  const message = new ByteQueue()
  /** Parts of the current message; 0 if none has begun. */
  let parts = 0
  let isOutOfSync = false
  /** Up to this offset the part at the front of `pendingBytes` contains no other header. */
  let scanned = HEADER_LENGTH

  const removeFront = (count: number): void => {
    pendingBytes.remove(count)
    scanned = HEADER_LENGTH
  }

  const discardMessage = (): void => {
    message.clear()
    parts = 0
  }

  /** Skips to the next mark, or to a possible start of one. */
  const skipToMark = (result: FramesRead): void => {
    if (!isOutOfSync) result.skipped += 1
    isOutOfSync = true
    const next = pendingBytes.bytes.indexOf(MARK, 1)
    removeFront(next < 0 ? Math.max(1, pendingBytes.length - MARK.length + 1) : next)
  }

  /**
   * Finds a header inside the front part, which ends before `end`: its stated length was wrong.
   * Undefined if there is none, `unsure` if the bytes so far do not decide.
   */
  const headerWithin = (end: number): number | 'unsure' | undefined => {
    const { bytes } = pendingBytes
    for (
      let offset = bytes.indexOf(MARK, scanned);
      offset >= 0 && offset < end;
      offset = bytes.indexOf(MARK, offset + 1)
    ) {
      scanned = offset
      const found = hasHeaderAt(bytes, offset)
      if (found === true) return offset
      if (found === 'unsure') return 'unsure'
    }
    scanned = Math.max(scanned, bytes.length - MARK.length + 1)
    return undefined
  }

  const addPart = (part: Buffer, isContinuation: boolean, isContinued: boolean, result: FramesRead): void => {
    if (isContinuation !== parts > 0) {
      result.skipped += 1
      discardMessage()
      if (isContinuation) return
    }
    if (parts === MAX_PARTS || message.length + part.length > MAX_MESSAGE_BYTES) {
      result.skipped += 1
      discardMessage()
      return
    }
    message.add(part)
    parts += 1
    if (isContinued) return
    result.messages.push(messageText(message.bytes))
    discardMessage()
  }

  return (bytes: Buffer): FramesRead => {
    const result: FramesRead = { messages: [], skipped: 0 }
    pendingBytes.add(bytes)
    while (pendingBytes.length >= HEADER_LENGTH) {
      const front = pendingBytes.bytes
      if (!front.subarray(0, MARK.length).equals(MARK) || hasHeaderAt(front, 0) !== true) {
        skipToMark(result)
        continue
      }
      const end = HEADER_LENGTH + Number(front.toString('latin1', MARK.length, MARK.length + DIGITS))
      const next = headerWithin(end)
      if (next === 'unsure') break
      if (next !== undefined) {
        result.skipped += 1
        discardMessage()
        removeFront(next)
        continue
      }
      if (pendingBytes.length < end) break
      isOutOfSync = false
      const [first, second] = [front[HEADER_LENGTH - 2], front[HEADER_LENGTH - 1]]
      addPart(front.subarray(HEADER_LENGTH, end), first !== EQUALS, second !== EQUALS, result)
      removeFront(end)
    }
    return result
  }
}
