import { seasonEntry, seasonReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { describeRound, MAX_ROUND_COLUMNS, roundOf, seasonColumns } from './rounds.ts'

const season = seasonReply({
  weekends: Array.from({ length: 20 }, (_, index) => ({
    weekendId: index + 101,
    round: index + 1,
    multiplier: index === 15 ? 2 : 1,
  })),
})
const counted = (weekendId: number, seasonPoints: number) => ({ weekendId, seasonPoints, state: 'counted' as const })

test('has columns for the latest rounds that count already, in order of the season', () => {
  const rounds = Array.from({ length: 16 }, (_, index) => counted(116 - index, index))
  const columns = seasonColumns(season, [{ id: 116, name: 'Mountain 1000' }], {
    entries: [seasonEntry('a', { rounds })],
  })
  expect(columns.rounds).toHaveLength(MAX_ROUND_COLUMNS)
  expect(columns.rounds[0]).toEqual({ weekendId: 103, label: 'R3', name: 'Round 3', multiplier: 1 })
  expect(columns.rounds.at(-1)).toEqual({
    weekendId: 116,
    label: 'R16',
    name: 'Mountain 1000, counts × 2',
    multiplier: 2,
  })
  expect(columns.best).toBe(15)
})

test('has no columns before the first result', () => {
  expect(seasonColumns(season, [], { entries: [seasonEntry('a')] })).toEqual({ rounds: [], best: 1 })
})

test('leaves out a weekend that is no longer in the season', () => {
  const entries = [seasonEntry('a', { rounds: [counted(7, 10), counted(101, 5)] })]
  expect(seasonColumns(season, [], { entries }).rounds.map(({ weekendId }) => weekendId)).toEqual([101])
})

test('finds the round of a weekend with the joker that was there', () => {
  const entry = seasonEntry('a', { rounds: [counted(101, 1080)], jokers: [{ weekendId: 101 }] })
  expect(roundOf(entry, 102)).toBeUndefined()
  const round = roundOf(entry, 101)
  expect(round).toEqual({ weekendId: 101, seasonPoints: 1080, state: 'counted', hasJoker: true })
  expect(round && describeRound(round)).toBe('1,080 with joker')
  expect(describeRound({ seasonPoints: null, state: 'before', hasJoker: false })).toBe('before joining')
})
