import type { DomainEvent } from '@purple-sector/contracts/event'
import pino from 'pino'
import { expect, test } from 'vitest'
import { handingTogether } from './together.ts'

const together = handingTogether({
  subscription: {
    consumer: 'listener',
    events: [],
    mode: 'durable',
    handle: async () => {},
    together: { types: new Set(['said', 'sung']), handle: async () => {} },
  },
  log: pino({ level: 'silent' }),
})

/** Words such as `said`, or `said!` for one that failed before. */
const front = (...lane: string[]): number =>
  together.front(lane, (word) => ({
    event: { type: word.replace('!', '') } as DomainEvent,
    hasFailed: word.endsWith('!'),
  })).length

test.each([
  ['of one type', ['said', 'said', 'sung'], 2],
  ['of a type that may go together', ['told', 'told'], 0],
  ['up to one that failed before', ['said', 'said', 'said!', 'said'], 2],
  ['none where the first has failed', ['said!', 'said', 'said'], 0],
  ['sixty-four at most', Array.from({ length: 70 }, () => 'said'), 64],
])('what may go together is %s', (_words, lane, count) => {
  expect(front(...lane)).toBe(count)
})

test('what says nothing ends it', () => {
  expect(together.front([1, 2], () => ({ event: undefined, hasFailed: false }))).toEqual([])
})
