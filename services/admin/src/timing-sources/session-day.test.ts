import { describe, expect, test } from 'vitest'
import { emptyState, type NatsoftState } from '../timing-formats/natsoft-state.ts'
import { feedDayError, messageDayError } from './session-day.ts'

const START = Date.parse('2026-11-21T05:30:00Z')
const HOUR = 3_600_000
const planned = { startsAt: new Date(START) }

describe('messageDayError', () => {
  test.each([-6, -0.5, 0, 3, 24])('accepts a message %d hours from the planned start', (hours) => {
    expect(messageDayError(START + hours * HOUR, planned, START)).toBeUndefined()
  })

  test.each([-24 * 28, -24, -6.1, 24.1, 24 * 365])('rejects a message %d hours from the planned start', (hours) => {
    expect(messageDayError(START + hours * HOUR, planned, START)).toContain('sending another day')
  })

  test('names the times of the message and of the planned start in its error', () => {
    expect(messageDayError(Date.parse('2026-10-09T03:10:59Z'), planned, START)).toBe(
      'It’s sending another day: 2026-10-09 03:10 UTC. This session is planned for 2026-11-21 05:30 UTC. None of it is taken.',
    )
  })

  test('accepts a message up to 12 hours from now if the race has no planned start', () => {
    const unplanned = { startsAt: null }
    expect(messageDayError(START - 11 * HOUR, unplanned, START)).toBeUndefined()
    expect(messageDayError(START - 13 * HOUR, unplanned, START)).toContain('has no planned start')
  })
})

describe('feedDayError', () => {
  const dayErrorOf = (state: Partial<NatsoftState>, { isKnown = false, now = START } = {}) =>
    feedDayError({ ...emptyState, ...state }, { ...planned, isKnown }, now)
  const monthEarlier = START - 28 * 24 * HOUR

  test('rejects a feed whose order or status is of another day, and uses the time of its name only without both', () => {
    expect(dayErrorOf({ orderAt: START, statusAt: START })).toBeUndefined()
    expect(dayErrorOf({ orderAt: monthEarlier, statusAt: START })).toContain('another day')
    expect(dayErrorOf({ orderAt: START, statusAt: monthEarlier })).toContain('another day')
    expect(dayErrorOf({ orderAt: START, statusAt: null, namedAt: monthEarlier })).toBeUndefined()
    expect(dayErrorOf({ namedAt: monthEarlier })).toContain('another day')
  })

  test('rejects a feed of another day even if race control has picked it', () => {
    expect(dayErrorOf({ orderAt: monthEarlier, status: 'ended' }, { isKnown: true })).toContain('another day')
  })

  test('compares the planned start with now for a feed without a time', () => {
    expect(dayErrorOf({ status: 'green' })).toBeUndefined()
    expect(dayErrorOf({ status: 'green' }, { now: START - 24 * HOUR })).toContain('another day')
  })

  describe('of a session that was over before the planned start', () => {
    const MINUTE = 60_000
    const now = START - 15 * MINUTE
    const ended = { orderAt: now - 3 * HOUR, statusAt: now - 3 * HOUR + MINUTE, status: 'ended' } as const

    test('rejects a session that ended earlier on the day, unless it is known', () => {
      expect(dayErrorOf(ended, { now })).toBe(
        'The session it’s sending was over at 2026-11-21 02:16 UTC. This session is planned for 2026-11-21 05:30 UTC. ' +
          'Pick it if it is this one all the same, otherwise none of it is taken.',
      )
      expect(dayErrorOf(ended, { now, isKnown: true })).toBeUndefined()
    })
    test('rejects an earlier session before its status has arrived, or if it stopped without an end', () => {
      expect(dayErrorOf({ ...ended, statusAt: null, status: undefined }, { now })).toContain(
        'was over at 2026-11-21 02:15 UTC',
      )
      expect(dayErrorOf({ ...ended, status: 'green' }, { now })).toContain('was over')
    })
    test('accepts a session that runs early, waits, or ended after the planned start', () => {
      expect(dayErrorOf({ orderAt: now - MINUTE, statusAt: now - HOUR, status: 'green' }, { now })).toBeUndefined()
      expect(dayErrorOf({ statusAt: now - HOUR, status: 'wait' }, { now })).toBeUndefined()
      expect(dayErrorOf({ ...ended, statusAt: START + MINUTE }, { now: START + HOUR })).toBeUndefined()
      const unplanned = { startsAt: null, isKnown: false }
      expect(feedDayError({ ...emptyState, ...ended }, unplanned, now)).toBeUndefined()
    })
  })

  test.each(['chequered', 'ended'] as const)('accepts a feed without a time and %s only if it is known', (status) => {
    expect(dayErrorOf({ status })).toContain('does not say on which day')
    expect(dayErrorOf({ status }, { isKnown: true })).toBeUndefined()
    expect(dayErrorOf({ status, orderAt: START })).toBeUndefined()
  })
})
