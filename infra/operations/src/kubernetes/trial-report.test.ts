import type { RaceDayReport } from '@purple-sector/race-day'
import { expect, test } from 'vitest'
import { type Trial, trialFaults, trialTables } from './trial-report.ts'

const report: RaceDayReport = {
  weekendId: 1,
  fans: 200,
  participants: 190,
  tips: { accepted: 1_000, unchanged: 0, tipsClosed: 0, carOut: 0 },
  groups: { founded: 0, memberships: 0, accepted: 0, tipsClosed: 0, tipsLocked: 0 },
  crowd: null,
  reminders: null,
  results: {
    ...{ published: 0, corrections: 0, statuses: 0, withdrawals: 0, repeated: 0, previews: 0 },
    ...{ edits: 0, lateEntries: 0, renames: 0 },
  },
  sockets: { opened: 200, interruptions: 100, longestGapMs: 14_000 },
  latency: {
    ...{ results: 20, unfinished: 0, lastSocket: null, eachSocket: null },
    slowest: { connected: 4_000, any: 12_000 },
  },
  retries: 7,
  outages: { 503: 5, 'no reply': 2 },
  seconds: 900,
  timing: null,
  differences: [],
}
const trial: Trial = {
  steps: [{ name: 'roll tipping', seconds: 21.3, without: { tipping: 0, chat: 1.25 }, outages: { 503: 5 } }],
  drained: [{ pod: 'gateway-1', sockets: 100, left: 0, seconds: 1.44 }],
  report,
  chat: { acknowledged: 300, lost: [] },
  wasTooShort: false,
}

test('accepts a trial within its limits', () => {
  expect(trialFaults(trial)).toEqual([])
})

test('reports everything beyond a limit', () => {
  const faults = trialFaults({
    ...trial,
    wasTooShort: true,
    chat: { acknowledged: 300, lost: ['Lap 1'] },
    report: {
      ...report,
      sockets: { ...report.sockets, longestGapMs: 15_001 },
      latency: { ...report.latency, slowest: { connected: 5_001, any: 15_001 } },
      outages: { 500: 1, '503 without Retry-After': 2 },
      differences: [{ where: 'board', what: 'points', expected: 1, actual: 2 } as never],
    },
  })
  expect(faults).toEqual([
    'The weekend was over before the last step: give it more minutes.',
    '1 differences.',
    '1 acknowledged messages were lost.',
    'A fan was without a socket for 15001 ms.',
    'A result took 5001 ms to a socket that stayed connected.',
    'A result took 15001 ms to a socket.',
    'Fans saw 500 1 times.',
    'Fans saw 503 without Retry-After 2 times.',
  ])
})

test('writes tables', () => {
  expect(trialTables(trial).split('\n')).toEqual([
    '| step | steady after | without a ready pod | outages that fans saw |',
    '|---|---|---|---|',
    '| roll tipping | 21 s | chat 1.3 s | 503 5 |',
    '',
    '| sockets of a stopped gateway | handed over after | left |',
    '|---|---|---|',
    '| 100 | 1.4 s | 0 |',
    '',
    '300 messages acknowledged, 0 lost.',
  ])
})
