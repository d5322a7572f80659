/* Messages over TCP: `!@#`, five digits of length, two characters that say whether a part is continued, then the part. */

const MARK = Buffer.from('!@#')
const HEADER = /^!@#(\d{5})([\x20-\x7e])([\x20-\x7e])$/
/** What may still become one. */
const HEADER_BEGINS = /^!@#(\d{0,5}|\d{5}[\x20-\x7e])$/
const HEADER_LENGTH = 10
/** A meeting with everybody in it has some 100 KB. */
const LONGEST_MESSAGE = 4_000_000

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

const headerAt = (bytes: Buffer, at: number): RegExpExecArray | null =>
  HEADER.exec(bytes.toString('latin1', at, at + HEADER_LENGTH))

/**
 * Where within a part, which ends before `end`, another one begins: then its length was false. Undefined where none does,
 * `unsure` where what has come so far does not say.
 */
const beginningWithin = (bytes: Buffer, end: number): number | 'unsure' | undefined => {
  for (let at = bytes.indexOf(MARK, HEADER_LENGTH); at >= 0 && at < end; at = bytes.indexOf(MARK, at + 1)) {
    if (headerAt(bytes, at)) return at
    if (HEADER_BEGINS.test(bytes.toString('latin1', at, at + HEADER_LENGTH))) return 'unsure'
  }
  return undefined
}

/**
 * Puts a stream of bytes together to messages. What is no part of one is passed over up to the next mark, and so is a
 * message whose first part was never heard. A part that says to be longer than it is swallows none of those that follow.
 */
export const natsoftFrames = () => {
  let rest: Buffer = Buffer.alloc(0)
  let parts: Buffer[] | undefined
  let isLost = false

  const lose = (taken: Taken): void => {
    if (!isLost) taken.skipped += 1
    isLost = true
  }

  /** Everything up to the next mark, or to what may be its beginning. */
  const passOver = (from: number): void => {
    const next = rest.indexOf(MARK, from)
    rest = rest.subarray(next < 0 ? Math.max(from, rest.length - MARK.length + 1) : next)
  }

  const take = (part: Buffer, isContinuation: boolean, isContinued: boolean, taken: Taken): void => {
    if (isContinuation !== (parts !== undefined)) {
      taken.skipped += 1
      parts = undefined
      if (isContinuation) return
    }
    const all = [...(parts ?? []), part]
    if (all.reduce((sum, { length }) => sum + length, 0) > LONGEST_MESSAGE) {
      taken.skipped += 1
      parts = undefined
    } else if (isContinued) parts = all
    else {
      parts = undefined
      taken.messages.push(messageText(Buffer.concat(all)))
    }
  }

  return (bytes: Buffer): Taken => {
    const taken: Taken = { messages: [], skipped: 0 }
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= HEADER_LENGTH) {
      const header = headerAt(rest, 0)
      if (!header) {
        lose(taken)
        passOver(rest.indexOf(MARK) === 0 ? 1 : 0)
        continue
      }
      const [, digits = '', first, second] = header
      const end = HEADER_LENGTH + Number(digits)
      const next = beginningWithin(rest, end)
      if (next === 'unsure') break
      if (next !== undefined) {
        taken.skipped += 1
        parts = undefined
        rest = rest.subarray(next)
        continue
      }
      if (rest.length < end) break
      isLost = false
      take(rest.subarray(HEADER_LENGTH, end), first !== '=', second !== '=', taken)
      rest = rest.subarray(end)
    }
    return taken
  }
}
