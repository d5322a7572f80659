import { expect, test } from 'vitest'
import { lastSnapshotOf } from './ndjson.ts'

const line = (sequence: number) =>
  JSON.stringify({
    sequence,
    capturedAt: '2026-11-21T00:00:00Z',
    flag: 'green',
    lap: 1,
    entries: [{ carNumber: 5, position: 1, laps: 1, lastLapMs: 100.4001, status: 'running' }],
  })

test.each([
  ['the last of several', `${line(1)}\n${line(2)}\n`, 2],
  ['the last that has ended', `${line(1)}\n${line(2)}`, 1],
  ['the last before empty ones', `${line(1)}\n${line(2)}\r\n\n \n`, 2],
  ['the only one, where it is whole', line(3), 3],
])('parses %s', (_words, text, sequence) => {
  expect(lastSnapshotOf(text)).toMatchObject({ snapshot: { sequence, entries: [{ lastLapMs: 100.4001 }] } })
})

test.each(['', '\n', ' '])('returns nothing for %j', (text) => {
  expect(lastSnapshotOf(text)).toBeUndefined()
})

test.each(['{"sequence":', line(1).slice(0, -2)])('reports an unfinished line: %j', (text) => {
  expect(lastSnapshotOf(text)).toMatchObject({ fault: expect.stringContaining('has ended'), isUnfinished: true })
})

test('reports why a last line is no snapshot', () => {
  expect(lastSnapshotOf('<html></html>')).toEqual({ fault: 'It isn’t JSON.' })
  expect(lastSnapshotOf('<html>\n')).toEqual({ fault: 'Its last line isn’t JSON.' })
  expect(lastSnapshotOf('{"sequence":1}\n')).toEqual({ fault: expect.stringContaining('capturedAt') })
})

test.each([
  ['a NUL character', 'Kim\u0000'],
  ['half a character', 'Kim\ud83c'],
])('rejects a last line with %s, which the database cannot store', (_words, driver) => {
  const snapshot = JSON.parse(line(1))
  snapshot.entries[0].driver = driver
  expect(lastSnapshotOf(`${JSON.stringify(snapshot)}\n`)).toEqual({
    fault: expect.stringContaining('entries.0.driver'),
  })
})
