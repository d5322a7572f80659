import { weekendReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { addable, movedRound, overlap, type RoundDraft } from './rounds.ts'

const rounds: RoundDraft[] = [
  { weekendId: 1, multiplier: 1 },
  { weekendId: 2, multiplier: 2 },
  { weekendId: 3, multiplier: 1 },
]
const ids = (list: readonly RoundDraft[]) => list.map(({ weekendId }) => weekendId)

test('moves a round with its multiplier, and no further than to either end', () => {
  expect(movedRound(rounds, 1, -1)).toEqual([rounds[1], rounds[0], rounds[2]])
  expect(ids(movedRound(rounds, 1, 1))).toEqual([1, 3, 2])
  expect(ids(movedRound(rounds, 0, -1))).toEqual([1, 2, 3])
  expect(ids(movedRound(rounds, 2, 1))).toEqual([1, 2, 3])
})

const days = (id: number, startDate: string, endDate: string) =>
  weekendReply({ id, name: `Weekend ${id}`, startDate, endDate })

test.each([
  [
    'one day in both',
    [days(1, '2026-03-01', '2026-03-03'), days(2, '2026-03-03', '2026-03-05')],
    ['Weekend 1', 'Weekend 2'],
  ],
  [
    'another order',
    [days(1, '2026-04-01', '2026-04-02'), days(2, '2026-03-31', '2026-04-01')],
    ['Weekend 2', 'Weekend 1'],
  ],
  ['days side by side', [days(1, '2026-03-01', '2026-03-02'), days(2, '2026-03-03', '2026-03-04')], undefined],
  ['one weekend', [days(1, '2026-03-01', '2026-03-02')], undefined],
])('finds the overlap of %s', (_, weekends, names) => {
  expect(overlap(weekends)).toEqual(names)
})

test('offers weekends of no season, and those taken out of this one', () => {
  const weekends = [
    weekendReply({ id: 1, seasonId: 7 }),
    weekendReply({ id: 2, seasonId: null }),
    weekendReply({ id: 3, seasonId: 8 }),
    weekendReply({ id: 4, seasonId: 7 }),
  ]
  expect(addable(weekends, 7, [{ weekendId: 1, multiplier: 1 }]).map(({ id }) => id)).toEqual([2, 4])
})
