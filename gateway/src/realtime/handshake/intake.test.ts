import { describe, expect, test } from 'vitest'
import { clientFrame, OPCODE } from '../../../test/client-frame.ts'
import { Intake } from './intake.ts'

const LIMIT = 20
const many = (frame: Buffer, count: number): Buffer => Buffer.concat(Array<Buffer>(count).fill(frame))
const fragment = clientFrame(OPCODE.continuation, 'x', { isFinal: false })

describe('intake of a client', () => {
  test.each([
    ['messages', clientFrame(OPCODE.text, '{"type":"ping"}')],
    ['messages of 4 KB', clientFrame(OPCODE.text, Buffer.alloc(4096))],
    ['pings', clientFrame(OPCODE.ping)],
    ['fragments of one byte', fragment],
    ['frames without a mask', Buffer.from([0x81, 0x00])],
    ['lengths written longer than they need to be', Buffer.from([0x01, 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 9])],
  ])('allows twenty %s in ten seconds', (_what, frame) => {
    const intake = new Intake()
    const flood = many(frame, LIMIT + 5)
    expect(intake.accept(flood, 1_000)).toBe(frame.length * LIMIT)
    expect(intake.isLimitExceeded).toBe(true)
  })

  test('counts frames that arrive byte by byte', () => {
    const intake = new Intake()
    const flood = many(clientFrame(OPCODE.text, Buffer.alloc(300)), LIMIT + 1)
    let taken = 0
    for (const byte of flood) if (!intake.isLimitExceeded) taken += intake.accept(Buffer.from([byte]), 1_000)
    expect(taken).toBe(flood.length - flood.length / (LIMIT + 1))
  })

  test('allows another twenty frames in the next ten seconds', () => {
    const intake = new Intake()
    const twenty = many(fragment, LIMIT)
    expect(intake.accept(twenty, 1_000)).toBe(twenty.length)
    expect(intake.accept(twenty, 11_000)).toBe(twenty.length)
    expect(intake.accept(fragment, 20_999)).toBe(0)
  })

  test('allows a pong and the close frame beyond the limit', () => {
    const intake = new Intake()
    intake.accept(many(fragment, LIMIT), 1_000)
    const [pong, close] = [clientFrame(OPCODE.pong), clientFrame(OPCODE.close)]
    expect(intake.accept(Buffer.concat([pong, close]), 2_000)).toBe(pong.length + close.length)
    expect(intake.accept(pong, 3_000)).toBe(0)
  })

  test('limits the bytes of a frame that never ends', () => {
    const intake = new Intake()
    const endless = Buffer.concat([
      Buffer.from([0x81, 0xff, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      Buffer.alloc(200_000),
    ])
    expect(intake.accept(endless, 1_000)).toBe(LIMIT * (4096 + 14))
    expect(intake.isLimitExceeded).toBe(true)
  })
})
