import { reportReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { ofWeekend, sizeOf, stepOf, withReport } from './reports.ts'

test('applies a report from a frame, newest first, and never reopens a finished one', () => {
  const running = reportReply({ id: 2, state: 'running', progress: 30 })
  expect(withReport([reportReply()], running).map(({ id }) => id)).toEqual([2, 1])
  expect(withReport([running, reportReply()], { ...running, progress: 60 })[0]?.progress).toBe(60)
  expect(withReport([reportReply()], reportReply({ state: 'running', progress: 60 }))).toEqual([reportReply()])
})

test("splits a weekend's reports into the pending one, finished ones, and the latest failure", () => {
  const reports = [
    reportReply({ id: 4, state: 'failed', error: 'No paper.' }),
    reportReply({ id: 3, weekendId: 9 }),
    reportReply({ id: 2 }),
  ]
  expect(ofWeekend(reports, 3)).toEqual({ inFlight: undefined, done: [reportReply({ id: 2 })], failure: 'No paper.' })
  const secondReport = reportReply({ id: 5, state: 'waiting' })
  expect(ofWeekend([secondReport, ...reports], 3)).toMatchObject({ inFlight: secondReport, failure: null })
})

test.each([
  [300, '1 kB'],
  [240_703, '241 kB'],
  [1_240_000, '1.2 MB'],
])('formats %i bytes as %s', (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words)
})

test.each([
  ['waiting', 0, 'Waiting to start'],
  ['running', 5, 'Reading the figures'],
  ['running', 60, 'Making the pages'],
  ['running', 95, 'Saving the file'],
] as const)('describes %s at %i as %s', (state, progress, words) => {
  expect(stepOf({ state, progress })).toBe(words)
})
