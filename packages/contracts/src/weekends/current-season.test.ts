import { expect, test } from 'vitest'
import { currentSeason } from './current-season.ts'

const TODAY = '2026-06-15'
const weekends = [
  { id: 1, startDate: '2026-03-01' },
  { id: 2, startDate: '2026-06-15' },
  { id: 3, startDate: '2026-09-01' },
  { id: 4, startDate: '2027-03-01' },
]
type Season = Parameters<typeof currentSeason>[0][number]
const season = (
  id: number,
  status: Season['status'],
  weekendIds: number[] = [],
  completedAt: string | null = null,
) => ({
  id,
  year: 2020 + id,
  status,
  weekends: weekendIds.map((weekendId) => ({ weekendId })),
  completedAt: completedAt === null ? null : new Date(completedAt),
})
const currentId = (...seasons: Season[]): number | undefined => currentSeason(seasons, weekends, () => TODAY)?.id

test.each([
  ['none without a season', [], undefined],
  ['the active one', [season(1, 'upcoming', [3]), season(2, 'active')], 2],
  ['the upcoming one that starts next', [season(1, 'upcoming', [4]), season(2, 'upcoming', [4, 3])], 2],
  ['an upcoming one that starts today', [season(1, 'upcoming', [3]), season(2, 'upcoming', [2])], 2],
  ['one that starts next before one that has started', [season(1, 'upcoming', [1, 3]), season(2, 'upcoming', [4])], 2],
  ['one that has started before a completed one', [season(1, 'completed'), season(2, 'upcoming', [1, 3])], 2],
  [
    'the one completed last',
    [season(3, 'completed', [], '2026-01-01'), season(2, 'completed', [], '2026-02-01'), season(4, 'upcoming')],
    2,
  ],
  ['one without weekends if there is no other', [season(2, 'upcoming'), season(1, 'upcoming')], 1],
] as const)('finds %s', (_, seasons, id) => {
  expect(currentId(...seasons)).toBe(id)
})

test('ignores rounds whose weekend is unknown', () => {
  expect(currentId(season(1, 'upcoming', [99]), season(2, 'completed'))).toBe(2)
})
