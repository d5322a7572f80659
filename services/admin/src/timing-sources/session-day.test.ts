import { describe, expect, test } from 'vitest'
import { emptyState, type NatsoftState } from '../timing-formats/natsoft-state.ts'
import { otherDayFault, otherDayFaultOf } from './session-day.ts'

const START = Date.parse('2026-11-21T05:30:00Z')
const HOUR = 3_600_000
const planned = { startsAt: new Date(START) }

describe('message time', () => {
  test.each([-6, -0.5, 0, 3, 24])('accepts a message %d hours from the planned start', (hours) => {
    expect(otherDayFault(START + hours * HOUR, planned, START)).toBeUndefined()
  })

  test.each([-24 * 28, -24, -6.1, 24.1, 24 * 365])(
    'belongs to another day %d hours from the planned start',
    (hours) => {
      expect(otherDayFault(START + hours * HOUR, planned, START)).toContain('sending another day')
    },
  )

  test('names both days of a message of another day', () => {
    expect(otherDayFault(Date.parse('2026-10-09T03:10:59Z'), planned, START)).toBe(
      'It’s sending another day: 2026-10-09 03:10 UTC. This session is planned for 2026-11-21 05:30 UTC. None of it is taken.',
    )
  })

  test('compares a message with the present if the session has no planned start', () => {
    const unplanned = { startsAt: null }
    expect(otherDayFault(START - 11 * HOUR, unplanned, START)).toBeUndefined()
    expect(otherDayFault(START - 13 * HOUR, unplanned, START)).toContain('has no planned start')
  })
})

describe('feed', () => {
  const faultOf = (state: Partial<NatsoftState>, { isKnown = false, now = START } = {}) =>
    otherDayFaultOf({ ...emptyState, ...state }, { ...planned, isKnown }, now)
  const monthEarlier = START - 28 * 24 * HOUR

  test('rejects a feed of another day by its order or its status', () => {
    expect(faultOf({ orderAt: START, statusAt: START })).toBeUndefined()
    expect(faultOf({ orderAt: monthEarlier, statusAt: START })).toContain('another day')
    expect(faultOf({ orderAt: START, statusAt: monthEarlier })).toContain('another day')
    expect(faultOf({ orderAt: START, statusAt: null, namedAt: monthEarlier })).toBeUndefined()
    expect(faultOf({ namedAt: monthEarlier })).toContain('another day')
  })

  test('rejects a feed of another day even if race control has picked it', () => {
    expect(faultOf({ orderAt: monthEarlier, status: 'ended' }, { isKnown: true })).toContain('another day')
  })

  test('compares a feed without a time with the present', () => {
    expect(faultOf({ status: 'green' })).toBeUndefined()
    expect(faultOf({ status: 'green' }, { now: START - 24 * HOUR })).toContain('another day')
  })

  describe('over before the planned start', () => {
    const MINUTE = 60_000
    const now = START - 15 * MINUTE
    const ended = { orderAt: now - 3 * HOUR, statusAt: now - 3 * HOUR + MINUTE, status: 'ended' } as const

    test('rejects an earlier session of the day, unless it is known', () => {
      expect(faultOf(ended, { now })).toBe(
        'The session it’s sending was over at 2026-11-21 02:16 UTC. This session is planned for 2026-11-21 05:30 UTC. ' +
          'Pick it if it is this one all the same, otherwise none of it is taken.',
      )
      expect(faultOf(ended, { now, isKnown: true })).toBeUndefined()
    })
    test('rejects an earlier session before its status has arrived, or if it stopped without an end', () => {
      expect(faultOf({ ...ended, statusAt: null, status: undefined }, { now })).toContain(
        'was over at 2026-11-21 02:15 UTC',
      )
      expect(faultOf({ ...ended, status: 'green' }, { now })).toContain('was over')
    })
    test('accepts a session that runs early, waits, or ended after the planned start', () => {
      expect(faultOf({ orderAt: now - MINUTE, statusAt: now - HOUR, status: 'green' }, { now })).toBeUndefined()
      expect(faultOf({ statusAt: now - HOUR, status: 'wait' }, { now })).toBeUndefined()
      expect(faultOf({ ...ended, statusAt: START + MINUTE }, { now: START + HOUR })).toBeUndefined()
      const unplanned = { startsAt: null, isKnown: false }
      expect(otherDayFaultOf({ ...emptyState, ...ended }, unplanned, now)).toBeUndefined()
    })
  })

  test.each(['chequered', 'ended'] as const)('accepts a feed without a time and %s only if it is known', (status) => {
    expect(faultOf({ status })).toContain('does not say on which day')
    expect(faultOf({ status }, { isKnown: true })).toBeUndefined()
    expect(faultOf({ status, orderAt: START })).toBeUndefined()
  })
})
