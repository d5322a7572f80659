import { AppError } from '@purple-sector/service-kit/errors'
import { describe, expect, test } from 'vitest'
import { type DriverVotes, decideVote, pollOf, type VoteContext } from './poll.ts'

const feeney = { id: 1, driver: 'Broc Feeney', withdrawn: false }
const brown = { id: 2, driver: 'Will Brown', withdrawn: true }
const voteContext = (overrides: Partial<VoteContext> = {}): VoteContext => ({
  weekend: { status: 'live' },
  category: { name: 'Repco Supercars Championship' },
  cars: [feeney, brown],
  ...overrides,
})
const rejectionOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof AppError ? { kind: error.kind, code: error.code, issues: error.issues } : error
  }
}

describe('decideVote', () => {
  test.each(['Broc Feeney', ' broc  FEENEY '])('resolves “%s” to the entered driver', (name) => {
    expect(decideVote(voteContext(), name)).toBe(feeney)
  })
  test.each(['Will Brown', 'Nobody'])('rejects %s, who does not race, naming the field', (name) => {
    const message = `${name} doesn’t race in Repco Supercars Championship this weekend.`
    expect(rejectionOf(() => decideVote(voteContext(), name))).toMatchObject({
      kind: 'bad-request',
      issues: [{ path: 'driverName', message }],
    })
  })
  test('rejects a vote once the weekend is completed', () => {
    expect(
      rejectionOf(() => decideVote(voteContext({ weekend: { status: 'completed' } }), 'Broc Feeney')),
    ).toMatchObject({
      kind: 'conflict',
      code: 'POLL_CLOSED',
    })
  })
  test('accepts a vote before the weekend is live', () => {
    expect(decideVote(voteContext({ weekend: { status: 'inactive' } }), 'Broc Feeney')).toBe(feeney)
  })
})

const driverVotes = (votes: number, overrides: Partial<DriverVotes> = {}): DriverVotes => ({
  categoryId: 1,
  category: 'Repco Supercars Championship',
  driverName: `Driver of ${votes}`,
  votes,
  ...overrides,
})
const percentagesOf = (...votes: number[]) =>
  pollOf(votes.map((count) => driverVotes(count))).results.map((row) => row.percentage)

describe('pollOf', () => {
  test('returns an empty poll without votes', () => {
    expect(pollOf([])).toEqual({ results: [], stats: { totalVotes: 0, uniqueVoters: 0, categoriesVoted: 0 } })
  })
  test('computes shares of all votes of the weekend, over all categories', () => {
    const { results, stats } = pollOf([
      driverVotes(3),
      driverVotes(1, { categoryId: 3, category: 'Dunlop Super2 Series' }),
    ])
    expect(results.map(({ percentage }) => percentage)).toEqual([75, 25])
    expect(stats).toEqual({ totalVotes: 4, uniqueVoters: 4, categoriesVoted: 2 })
  })
  test('gives equal votes equal shares, to one decimal', () => {
    expect(percentagesOf(1, 1, 1)).toEqual([33.3, 33.3, 33.3])
    expect(percentagesOf(2, 1)).toEqual([66.7, 33.3])
  })
  test('sums shares to 100 within rounding', () => {
    for (let drivers = 1; drivers <= 60; drivers += 1) {
      const votes = Array.from({ length: drivers }, (_, place) => 1 + ((place * 7_919) % 997))
      const sum = percentagesOf(...votes).reduce((total, share) => total + share, 0)
      expect(Math.abs(sum - 100)).toBeLessThanOrEqual(0.05 * drivers + 1e-9)
    }
  })
})
