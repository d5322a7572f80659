import { withoutBlocking } from '@purple-sector/testing/without-blocking'
import { describe, expect, test } from 'vitest'
import { natsoftFrames } from './natsoft-frames.ts'

const part = (text: string, marks = '==') => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from(`!@#${String(bytes.length).padStart(5, '0')}${marks}`), bytes])
}

/** Returns everything read from bytes that arrive in chunks of a size. */
const readInChunks = (bytes: Buffer, concurrency: number) => {
  const readFrames = natsoftFrames()
  const messages: string[] = []
  let skipped = 0
  for (let offset = 0; offset < bytes.length; offset += concurrency) {
    const frames = readFrames(bytes.subarray(offset, offset + concurrency))
    messages.push(...frames.messages)
    skipped += frames.skipped
  }
  return { messages, skipped }
}

describe.each([1, 3, 7, 10_000])('messages over TCP, %i bytes at a time', (concurrency) => {
  test('splits messages with letters of several bytes', () => {
    expect(readInChunks(Buffer.concat([part('<S S="Red"/>'), part('<G R="Rößler"/>')]), concurrency)).toEqual({
      messages: ['<S S="Red"/>', '<G R="Rößler"/>'],
      skipped: 0,
    })
  })

  test('joins messages from parts, also if a letter is cut in two', () => {
    const letter = Buffer.from('é')
    const letterPart = (from: number, to: number, marks: string) => {
      const bytes = letter.subarray(from, to)
      return Buffer.concat([Buffer.from(`!@#0000${bytes.length}${marks}`), bytes])
    }
    const bytes = Buffer.concat([
      part('<G R="', '=+'),
      letterPart(0, 1, '++'),
      letterPart(1, 2, '++'),
      part('"/>', '+='),
    ])
    expect(readInChunks(bytes, concurrency)).toEqual({ messages: ['<G R="é"/>'], skipped: 0 })
  })

  test('resumes after bytes that are no message, which count once', () => {
    const bytes = Buffer.concat([Buffer.from('garbage!@#12!@#abcdexx'), part('<S/>'), part('<F/>')])
    expect(readInChunks(bytes, concurrency)).toEqual({ messages: ['<S/>', '<F/>'], skipped: 1 })
  })

  test('skips a message if the beginning or the end of a part is missing', () => {
    const bytes = Buffer.concat([part('rest"/>', '+='), part('<G R="', '=+'), part('<S/>')])
    expect(readInChunks(bytes, concurrency)).toEqual({ messages: ['<S/>'], skipped: 2 })
  })

  test.each([3, 30, 400, 99_000])('resumes after a part that states %i bytes too many', (surplus) => {
    const partStating = (text: string, marks: string) =>
      Buffer.from(`!@#${String(text.length + surplus).padStart(5, '0')}${marks}${text}`)
    const rest = Array.from({ length: 40 }, (_, index) => `<P L="${index}"/>`)
    const stream = Buffer.concat([partStating('<S S="Red"/>', '=='), ...rest.map((text) => part(text))])
    expect(readInChunks(stream, concurrency)).toEqual({ messages: rest, skipped: 1 })
    const inParts = Buffer.concat([
      part('<G R="', '=+'),
      partStating('!@#"/>', '+='),
      ...rest.map((text) => part(text)),
    ])
    expect(readInChunks(inParts, concurrency)).toEqual({ messages: rest, skipped: 1 })
  })

  test('reads a message that contains a mark', () => {
    expect(readInChunks(part('<G R="!@# !@#12 !@#"/>'), concurrency)).toEqual({
      messages: ['<G R="!@# !@#12 !@#"/>'],
      skipped: 0,
    })
  })

  test('decodes Windows-1252 names', () => {
    const bytes = Buffer.concat([Buffer.from('!@#00003=='), Buffer.from([0x4a, 0xf6, 0x67])])
    expect(readInChunks(bytes, concurrency).messages).toEqual(['Jög'])
  })
})

test('skips a message without end', () => {
  const readFrames = natsoftFrames()
  const piece = part('x'.repeat(99_000), '++')
  readFrames(part('x', '=+'))
  let skipped = 0
  for (let i = 0; i < 50; i += 1) skipped += readFrames(piece).skipped
  expect(skipped).toBeGreaterThan(0)
})

test('skips a message of too many parts at once, and reads the next one', async () => {
  const bytes = Buffer.concat([part('<', '=+'), ...Array.from({ length: 20_000 }, () => part('x', '++'))])
  const frames = await withoutBlocking(async () => {
    const readFrames = natsoftFrames()
    return [readFrames(bytes), readFrames(Buffer.concat([part('/>', '+='), part('<S/>')]))]
  })
  expect(frames.flatMap(({ messages }) => messages)).toEqual(['<S/>'])
  expect(frames[0]?.skipped).toBeGreaterThan(0)
})

test('scans a long part that trickles in, full of marks, once', () => {
  const readFrames = natsoftFrames()
  const bytes = part(`${'!@#'.repeat(33_000)}and an end`)
  const before = process.threadCpuUsage()
  const messages: string[] = []
  for (let offset = 0; offset < bytes.length; offset += 1)
    messages.push(...readFrames(bytes.subarray(offset, offset + 1)).messages)
  const { user, system } = process.threadCpuUsage(before)
  expect(messages.map(({ length }) => length)).toEqual([99_010])
  expect((user + system) / 1_000).toBeLessThan(1_000)
})
