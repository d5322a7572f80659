import { MAX_MESSAGE_BYTES, MAX_PARTS } from '@purple-sector/service-kit/data/reading-limits'
import { ByteQueue } from './byte-queue.ts'

/* Messages over TCP: `!@#`, five digits of length, two characters that say whether a part is continued, then the part. */

const MARK = Buffer.from('!@#')
const DIGITS = 5
const HEADER_LENGTH = MARK.length + DIGITS + 2
const EQUALS = 0x3d

const decoders = { utf8: new TextDecoder('utf-8', { fatal: true }), latin: new TextDecoder('windows-1252') }

/** UTF-8, and Windows-1252 where it is not. */
export const messageText = (bytes: Uint8Array): string => {
  try {
    return decoders.utf8.decode(bytes)
  } catch {
    return decoders.latin.decode(bytes)
  }
}

/** What bytes have made whole: messages in their order, and how often something stood between that is none. */
type Taken = { messages: string[]; skipped: number }

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isPrintable = (byte: number): boolean => byte >= 0x20 && byte <= 0x7e

/** Whether a header follows the mark at `at`; `unsure` where the bytes end before the answer. */
const hasHeaderAt = (bytes: Buffer, at: number): boolean | 'unsure' => {
  for (let index = MARK.length; index < HEADER_LENGTH; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return 'unsure'
    if (!(index < MARK.length + DIGITS ? isDigit(byte) : isPrintable(byte))) return false
  }
  return true
}

/**
 * Joins a stream of bytes to messages. Skips what belongs to no message up to the next mark, a message whose first part is
 * missing, and a message of too many parts or bytes. A part that states a wrong length swallows none that follow.
 */
export const natsoftFrames = () => {
  const rest = new ByteQueue()
  const message = new ByteQueue()
  /** Of the message so far; 0 where none has begun. */
  let parts = 0
  let isLost = false
  /** Up to here the part at the front of `rest` holds no other header. */
  let scanned = HEADER_LENGTH

  const removeFront = (count: number): void => {
    rest.remove(count)
    scanned = HEADER_LENGTH
  }

  const dropMessage = (): void => {
    message.clear()
    parts = 0
  }

  /** Everything up to the next mark, or to what may be its beginning. */
  const skipToMark = (taken: Taken): void => {
    if (!isLost) taken.skipped += 1
    isLost = true
    const next = rest.bytes.indexOf(MARK, 1)
    removeFront(next < 0 ? Math.max(1, rest.length - MARK.length + 1) : next)
  }

  /**
   * Where within the front part, which ends before `end`, another part begins: the stated length was wrong. Undefined where
   * none does, `unsure` where the bytes so far do not say.
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

  const takePart = (part: Buffer, isContinuation: boolean, isContinued: boolean, taken: Taken): void => {
    if (isContinuation !== parts > 0) {
      taken.skipped += 1
      dropMessage()
      if (isContinuation) return
    }
    if (parts === MAX_PARTS || message.length + part.length > MAX_MESSAGE_BYTES) {
      taken.skipped += 1
      dropMessage()
      return
    }
    message.add(part)
    parts += 1
    if (isContinued) return
    taken.messages.push(messageText(message.bytes))
    dropMessage()
  }

  return (bytes: Buffer): Taken => {
    const taken: Taken = { messages: [], skipped: 0 }
    rest.add(bytes)
    while (rest.length >= HEADER_LENGTH) {
      const front = rest.bytes
      if (!front.subarray(0, MARK.length).equals(MARK) || hasHeaderAt(front, 0) !== true) {
        skipToMark(taken)
        continue
      }
      const end = HEADER_LENGTH + Number(front.toString('latin1', MARK.length, MARK.length + DIGITS))
      const next = headerWithin(end)
      if (next === 'unsure') break
      if (next !== undefined) {
        taken.skipped += 1
        dropMessage()
        removeFront(next)
        continue
      }
      if (rest.length < end) break
      isLost = false
      const [first, second] = [front[HEADER_LENGTH - 2], front[HEADER_LENGTH - 1]]
      takePart(front.subarray(HEADER_LENGTH, end), first !== EQUALS, second !== EQUALS, taken)
      removeFront(end)
    }
    return taken
  }
}
