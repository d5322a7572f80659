import { expect, test } from 'vitest'
import { formatGap, formatLapsDown, parseGap, parseLap, parseLaps } from './lap-times.ts'

test('parses a lap in timing notation to a tenth of a millisecond', () => {
  expect(parseLap('1:20.2983')).toBe(80_298.3)
  expect(parseLap(' 80.2983 ')).toBe(80_298.3)
  expect(parseLap('1:20')).toBe(80_000)
  expect(parseLap('0:01:20.298')).toBe(80_298)
  expect(parseLap('59.1')).toBe(59_100)
})

test('parses an empty lap or a dash as none', () => {
  for (const text of ['', ' ', '-', '–']) expect(parseLap(text)).toBeNull()
})

test('distinguishes an invalid lap from none', () => {
  for (const text of ['1:2x', '1:60.1', '1:20.29831', '0', '1;20', 'DNF', '25:00:00', '1:61:00'])
    expect(parseLap(text)).toBeUndefined()
})

test('parses only whole numbers of laps', () => {
  expect([parseLaps('39'), parseLaps(''), parseLaps('38.5'), parseLaps('20000')]).toEqual([
    39,
    null,
    undefined,
    undefined,
  ])
})

test('parses a gap as a time or a number of laps', () => {
  expect(parseGap('+1.204')).toEqual({ ms: 1_204 })
  expect(parseGap('1:03.8175')).toEqual({ ms: 63_818 })
  for (const text of ['+1 lap', '1L', '+ 1 Lap']) expect(parseGap(text)).toEqual({ laps: 1 })
  expect(parseGap('2 laps')).toEqual({ laps: 2 })
  expect(parseGap('–')).toBeNull()
  expect(parseGap('far')).toBeUndefined()
})

test('formats gaps with a sign', () => {
  expect([formatGap(1_204), formatGap(63_818), formatGap(60_000), formatLapsDown(1), formatLapsDown(2)]).toEqual([
    '+1.204',
    '+1:03.818',
    '+1:00.000',
    '+1 lap',
    '+2 laps',
  ])
})
