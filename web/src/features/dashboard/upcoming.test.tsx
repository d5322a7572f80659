import type { Race } from '@purple-sector/contracts/weekends/http'
import { describe, expect, test } from 'vitest'
import { categoriesOf, upcomingOf } from './upcoming.ts'

const race = (id: number, over: Partial<Race> = {}) =>
  ({
    id,
    status: 'upcoming',
    category: 'Repco Supercars Championship',
    pointsAwarded: { first: 50, second: 25, third: 15 },
    ...over,
  }) as Race

describe('the schedule', () => {
  test('lists eight races to come and counts the rest', () => {
    const races = [race(1, { status: 'completed' }), ...Array.from({ length: 11 }, (_, index) => race(index + 2))]
    const { listed, more } = upcomingOf(races)
    expect(listed.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect(more).toBe(3)
  })
  test('a running race is still listed', () => {
    expect(upcomingOf([race(1, { status: 'running' })])).toEqual({
      listed: [expect.objectContaining({ id: 1 })],
      more: 0,
    })
  })
})

describe('the event details', () => {
  test('say the most each category gives', () => {
    const races = [
      race(1),
      race(2, { pointsAwarded: { first: 300, second: 1, third: 1 } }),
      race(3, { category: 'Dunlop Super2 Series', pointsAwarded: { first: 10, second: 6, third: 3 } }),
    ]
    expect(categoriesOf(races)).toEqual([
      { category: 'Repco Supercars Championship', upTo: 300, count: 2 },
      { category: 'Dunlop Super2 Series', upTo: 10, count: 1 },
    ])
  })
})
