import { withoutBlocking } from '@purple-sector/testing/without-blocking'
import { describe, expect, test } from 'vitest'
import { natsoftFrames } from './natsoft-frames.ts'

const part = (text: string, marks = '==') => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from(`!@#${String(bytes.length).padStart(5, '0')}${marks}`), bytes])
}

/** Returns everything read from bytes that arrive in chunks of a size. */
const taken = (bytes: Buffer, concurrency: number) => {
  const take = natsoftFrames()
  const messages: string[] = []
  let skipped = 0
  for (let at = 0; at < bytes.length; at += concurrency) {
    const found = take(bytes.subarray(at, at + concurrency))
    messages.push(...found.messages)
    skipped += found.skipped
  }
  return { messages, skipped }
}

describe.each([1, 3, 7, 10_000])('messages over TCP, %i bytes at a time', (concurrency) => {
  test('whole ones, one after another, with letters of several bytes', () => {
    expect(taken(Buffer.concat([part('<S S="Red"/>'), part('<G R="Rößler"/>')]), concurrency)).toEqual({
      messages: ['<S S="Red"/>', '<G R="Rößler"/>'],
      skipped: 0,
    })
  })

  test('a message in parts is one, also where a letter is cut in two', () => {
    const letter = Buffer.from('é')
    const cut = (from: number, to: number, marks: string) => {
      const bytes = letter.subarray(from, to)
      return Buffer.concat([Buffer.from(`!@#0000${bytes.length}${marks}`), bytes])
    }
    const bytes = Buffer.concat([part('<G R="', '=+'), cut(0, 1, '++'), cut(1, 2, '++'), part('"/>', '+=')])
    expect(taken(bytes, concurrency)).toEqual({ messages: ['<G R="é"/>'], skipped: 0 })
  })

  test('what is no message is passed over, once, and the next one is read', () => {
    const bytes = Buffer.concat([Buffer.from('garbage!@#12!@#abcdexx'), part('<S/>'), part('<F/>')])
    expect(taken(bytes, concurrency)).toEqual({ messages: ['<S/>', '<F/>'], skipped: 1 })
  })

  test('a part whose beginning or end is missing makes no message', () => {
    const bytes = Buffer.concat([part('rest"/>', '+='), part('<G R="', '=+'), part('<S/>')])
    expect(taken(bytes, concurrency)).toEqual({ messages: ['<S/>'], skipped: 2 })
  })

  test.each([3, 30, 400, 99_000])(
    'a part that says to be %i bytes longer than it is swallows none that follow',
    (more) => {
      const says = (text: string, marks: string) =>
        Buffer.from(`!@#${String(text.length + more).padStart(5, '0')}${marks}${text}`)
      const rest = Array.from({ length: 40 }, (_, index) => `<P L="${index}"/>`)
      const whole = Buffer.concat([says('<S S="Red"/>', '=='), ...rest.map((text) => part(text))])
      expect(taken(whole, concurrency)).toEqual({ messages: rest, skipped: 1 })
      const inParts = Buffer.concat([part('<G R="', '=+'), says('!@#"/>', '+='), ...rest.map((text) => part(text))])
      expect(taken(inParts, concurrency)).toEqual({ messages: rest, skipped: 1 })
    },
  )

  test('a mark in a message is part of it', () => {
    expect(taken(part('<G R="!@# !@#12 !@#"/>'), concurrency)).toEqual({
      messages: ['<G R="!@# !@#12 !@#"/>'],
      skipped: 0,
    })
  })

  test('a name in Windows letters is read as such', () => {
    const bytes = Buffer.concat([Buffer.from('!@#00003=='), Buffer.from([0x4a, 0xf6, 0x67])])
    expect(taken(bytes, concurrency).messages).toEqual(['Jög'])
  })
})

test('a message without end is given up', () => {
  const take = natsoftFrames()
  const piece = part('x'.repeat(99_000), '++')
  take(part('x', '=+'))
  let skipped = 0
  for (let i = 0; i < 50; i += 1) skipped += take(piece).skipped
  expect(skipped).toBeGreaterThan(0)
})

test('a message of too many parts is given up at once, and the next one is read', async () => {
  const bytes = Buffer.concat([part('<', '=+'), ...Array.from({ length: 20_000 }, () => part('x', '++'))])
  const found = await withoutBlocking(async () => {
    const take = natsoftFrames()
    return [take(bytes), take(Buffer.concat([part('/>', '+='), part('<S/>')]))]
  })
  expect(found.flatMap(({ messages }) => messages)).toEqual(['<S/>'])
  expect(found[0]?.skipped).toBeGreaterThan(0)
})

test('a long part that trickles in, full of marks, is scanned once', () => {
  const take = natsoftFrames()
  const bytes = part(`${'!@#'.repeat(33_000)}and an end`)
  const before = process.threadCpuUsage()
  const messages: string[] = []
  for (let at = 0; at < bytes.length; at += 1) messages.push(...take(bytes.subarray(at, at + 1)).messages)
  const { user, system } = process.threadCpuUsage(before)
  expect(messages.map(({ length }) => length)).toEqual([99_010])
  expect((user + system) / 1_000).toBeLessThan(1_000)
})
