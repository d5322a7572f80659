import { describe, expect, test } from 'vitest'
import { emptyState, type NatsoftState } from '../timing-formats/natsoft-state.ts'
import { otherDayFault, otherDayFaultOf } from './session-day.ts'

const START = Date.parse('2026-11-21T05:30:00Z')
const HOUR = 3_600_000
const planned = { startsAt: new Date(START) }

describe('message time', () => {
  test.each([-6, -0.5, 0, 3, 24])('belongs to the session %d hours from the planned start', (hours) => {
    expect(otherDayFault(START + hours * HOUR, planned, START)).toBeUndefined()
  })

  test.each([-24 * 28, -24, -6.1, 24.1, 24 * 365])(
    'belongs to another day %d hours from the planned start',
    (hours) => {
      expect(otherDayFault(START + hours * HOUR, planned, START)).toContain('sending another day')
    },
  )

  test('is explained with both days', () => {
    expect(otherDayFault(Date.parse('2026-10-09T03:10:59Z'), planned, START)).toBe(
      'It’s sending another day: 2026-10-09 03:10 UTC. This session is planned for 2026-11-21 05:30 UTC. None of it is taken.',
    )
  })

  test('is compared with the present where the session has no planned start', () => {
    const unplanned = { startsAt: null }
    expect(otherDayFault(START - 11 * HOUR, unplanned, START)).toBeUndefined()
    expect(otherDayFault(START - 13 * HOUR, unplanned, START)).toContain('has no planned start')
  })
})

describe('feed', () => {
  const of = (state: Partial<NatsoftState>, { isKnown = false, now = START } = {}) =>
    otherDayFaultOf({ ...emptyState, ...state }, { ...planned, isKnown }, now)
  const old = START - 28 * 24 * HOUR

  test('is of another day by its order or by its status', () => {
    expect(of({ orderAt: START, statusAt: START })).toBeUndefined()
    expect(of({ orderAt: old, statusAt: START })).toContain('another day')
    expect(of({ orderAt: START, statusAt: old })).toContain('another day')
    expect(of({ orderAt: START, statusAt: null, namedAt: old })).toBeUndefined()
    expect(of({ namedAt: old })).toContain('another day')
  })

  test('is of another day also where race control has picked it', () => {
    expect(of({ orderAt: old, status: 'ended' }, { isKnown: true })).toContain('another day')
  })

  test('is compared with the present where it has no time', () => {
    expect(of({ status: 'green' })).toBeUndefined()
    expect(of({ status: 'green' }, { now: START - 24 * HOUR })).toContain('another day')
  })

  describe('over before the planned start', () => {
    const MINUTE = 60_000
    const now = START - 15 * MINUTE
    const ended = { orderAt: now - 3 * HOUR, statusAt: now - 3 * HOUR + MINUTE, status: 'ended' } as const

    test('is an earlier session of the day, unless it is known', () => {
      expect(of(ended, { now })).toBe(
        'The session it’s sending was over at 2026-11-21 02:16 UTC. This session is planned for 2026-11-21 05:30 UTC. ' +
          'Pick it if it is this one all the same, otherwise none of it is taken.',
      )
      expect(of(ended, { now, isKnown: true })).toBeUndefined()
    })
    test('is an earlier session also before its status has arrived, and where it stopped without an end', () => {
      expect(of({ ...ended, statusAt: null, status: undefined }, { now })).toContain('was over at 2026-11-21 02:15 UTC')
      expect(of({ ...ended, status: 'green' }, { now })).toContain('was over')
    })
    test('is our session while it runs early, waits, or ended after the planned start', () => {
      expect(of({ orderAt: now - MINUTE, statusAt: now - HOUR, status: 'green' }, { now })).toBeUndefined()
      expect(of({ statusAt: now - HOUR, status: 'wait' }, { now })).toBeUndefined()
      expect(of({ ...ended, statusAt: START + MINUTE }, { now: START + HOUR })).toBeUndefined()
      const unplanned = { startsAt: null, isKnown: false }
      expect(otherDayFaultOf({ ...emptyState, ...ended }, unplanned, now)).toBeUndefined()
    })
  })

  test.each(['chequered', 'ended'] as const)('is accepted without a time and %s only if it is known', (status) => {
    expect(of({ status })).toContain('does not say on which day')
    expect(of({ status }, { isKnown: true })).toBeUndefined()
    expect(of({ status, orderAt: START })).toBeUndefined()
  })
})
