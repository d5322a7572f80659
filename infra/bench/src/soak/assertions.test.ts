import { expect, test } from 'vitest'
import { soakResult } from './assertions.ts'
import type { Soak } from './memory-samples.ts'
import { metric } from './product.ts'

const MB = 2 ** 20

/** Samples of an hour, one per minute, of a process with this many megabytes. */
const process = (mb: (minute: number) => number): Soak['processes'][string] =>
  Array.from({ length: 61 }, (_, minute) => ({ at: minute * 60_000, resident: mb(minute) * MB, heap: null }))

const soak = (overrides: Partial<Soak> = {}): Soak => ({
  machine: {},
  way: 'embedded',
  minutes: 60,
  fans: 500,
  playedMs: 60 * 60_000,
  answers: { 200: 900, 201: 80, 304: 20 },
  differences: 0,
  failure: null,
  readings: { taken: 61, missed: 1 },
  processes: { product: process(() => 240), Postgres: process(() => 120) },
  ...overrides,
})

test('a soak succeeds when every process is flat, every request was answered and there is no difference', () => {
  const { isSound, text, chart } = soakResult(soak())
  expect(isSound).toBe(true)
  expect(text).toContain('| product | 240.0 MB | 240.0 MB | 0.0 (± 0.0) MB | 9.6 MB | flat |')
  expect(text).toContain('Background load got 1000 replies.')
  expect(chart).toContain('Memory over a race day of 60 minutes, 500 fans, embedded')
})

test.each<[string, Partial<Soak>, string]>([
  [
    'one process of several grows',
    { processes: { product: process(() => 240), Postgres: process((minute) => 100 + minute) } },
    '| **growing** |',
  ],
  ['the player found differences', { differences: 3 }, '3 DIFFERENCES'],
  ['the weekend was aborted', { failure: 'Error: stopped' }, 'NOT PLAYED to the end: Error: stopped'],
  ['a process stopped responding', { readings: { taken: 30, missed: 31 } }, 'missed 31 times'],
  ['a request failed', { answers: { 200: 900, 503: 2 } }, 'FAILED: {"503":2}'],
  ['there was no background load', { answers: {} }, 'got 0 replies'],
])('a soak fails when %s', (_, overrides, message) => {
  const { isSound, text } = soakResult(soak(overrides))
  expect(isSound).toBe(false)
  expect(text).toContain(message)
})

test('metric() matches the whole name of a metric', () => {
  const page = [
    '# HELP process_resident_memory_bytes Resident memory size in bytes.',
    'process_resident_memory_bytes_max 9',
    'process_resident_memory_bytes 164851712',
    'nodejs_heap_size_used_bytes 5.1e+07',
  ].join('\n')
  expect(metric(page, 'process_resident_memory_bytes')).toBe(164_851_712)
  expect(metric(page, 'nodejs_heap_size_used_bytes')).toBe(51_000_000)
  expect(() => metric(page, 'nodejs_external_memory_bytes')).toThrow('no nodejs_external_memory_bytes')
})
