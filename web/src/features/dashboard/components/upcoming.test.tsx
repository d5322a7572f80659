import type { Race } from '@purple-sector/contracts/weekends/http'
import { raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { categoriesOf, upcomingOf } from './upcoming.ts'

const race = (id: number, overrides: Partial<Race> = {}) => raceReply({ id, ...overrides })
const now = Date.parse('2026-11-21T15:00:00.000Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

describe('the schedule', () => {
  test('lists eight upcoming races and counts the rest', () => {
    const races = [race(1, { status: 'completed' }), ...Array.from({ length: 11 }, (_, index) => race(index + 2))]
    const { listedRaces, more } = upcomingOf(races, now)
    expect(listedRaces.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect(more).toBe(3)
  })
  test('still lists a running race', () => {
    expect(upcomingOf([race(1, { status: 'running' })], now)).toEqual({
      listedRaces: [expect.objectContaining({ id: 1 })],
      more: 0,
    })
  })
  test('lists a cancelled race, or one whose time has passed, for half a day', () => {
    const cancelled = { status: 'completed', resultStatus: 'cancelled' } as const
    const races = [
      race(1, { ...cancelled, scheduledStart: ago(12) }),
      race(2, { ...cancelled, scheduledStart: ago(11) }),
      race(3, { ...cancelled, scheduledStart: ago(-3) }),
      race(4, { ...cancelled, scheduledStart: null }),
      race(5, { scheduledStart: ago(12) }),
      race(6, { scheduledStart: ago(3) }),
      race(7, { scheduledStart: ago(-5) }),
    ]
    expect(upcomingOf(races, now).listedRaces.map(({ id }) => id)).toEqual([2, 3, 4, 6, 7])
  })
  test('lists no cancelled race when no race is upcoming', () => {
    const cancelled = { status: 'completed', resultStatus: 'cancelled' } as const
    const races = [race(1, { status: 'completed' }), race(2, { ...cancelled, scheduledStart: ago(-3) })]
    expect(upcomingOf(races, now)).toEqual({ listedRaces: [], more: 0 })
  })
  test('leaves room for upcoming races after a day without results', () => {
    const finished = Array.from({ length: 8 }, (_, index) => race(index + 1, { scheduledStart: ago(11 - index) }))
    const next = [race(9, { scheduledStart: ago(-1) }), race(10, { scheduledStart: ago(-2) })]
    expect(upcomingOf([...finished, ...next], now)).toEqual({
      listedRaces: [7, 8, 9, 10].map((id) => expect.objectContaining({ id })),
      more: 0,
    })
  })
})

describe('the event details', () => {
  test('shows the maximum points of each category', () => {
    const races = [
      race(1),
      race(2, { pointsAwarded: { first: 300, second: 1, third: 1 } }),
      race(3, { category: 'Dunlop Super2 Series', pointsAwarded: { first: 10, second: 6, third: 3 } }),
      race(4, { category: 'Dunlop Super2 Series', sessionType: 'practice' }),
      race(5, { category: 'Heritage Touring Cars', sessionType: 'practice', resultStatus: 'cancelled' }),
    ]
    expect(categoriesOf(races, [])).toEqual([
      { category: 'Repco Supercars Championship', upTo: 300, count: 2, cancelled: 0 },
      { category: 'Dunlop Super2 Series', upTo: 10, count: 2, cancelled: 0 },
      { category: 'Heritage Touring Cars', upTo: 0, count: 1, cancelled: 1 },
    ])
  })
})
