import { describe, expect, test } from 'vitest'
import { currentTraceparent, inSpan, inTraceOf, isTracing, nextTraceparent, startSpan, withTrace } from './trace.ts'

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

describe('while tracing is off', () => {
  test('continues a trace with its flag, and starts one that is not sampled', () => {
    expect(isTracing()).toBe(false)
    expect(nextTraceparent(PARENT)).toMatch(/^00-a{32}-(?!b{16})[0-9a-f]{16}-01$/)
    expect(nextTraceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  })

  test.each([
    'no traceparent',
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `01-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  ])('replaces the malformed %s', (traceparent) => {
    expect(nextTraceparent(traceparent)).toMatch(/^00-(?!0{32}|a{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    const traced = inTraceOf({ traceparent }, currentTraceparent)
    expect(traced).not.toBe(traceparent)
    expect(traced).toHaveLength(55)
  })

  test('runs work in its trace, and spans add none', async () => {
    const seen: (string | undefined)[] = []
    const note = async () => void seen.push(currentTraceparent())
    await withTrace(PARENT, () => inSpan({ name: 'part' }, note))
    await inTraceOf({ traceparent: PARENT }, note, { name: 'whole' })
    expect(seen).toEqual([PARENT, PARENT])
    const span = startSpan({ name: 'request' }, PARENT)
    expect(span.run(currentTraceparent)).toBe(span.traceparent)
    expect(() => span.end({ error: new Error('broken') })).not.toThrow()
    expect(currentTraceparent()).toBeUndefined()
  })
})
