import { describe, expect, test } from 'vitest'
import { measured } from './parameters.ts'
import { simulateResult } from './result-fan-out.ts'
import { type Arrivals, simulateRush } from './tips-rush.ts'

const size = { gateways: 4, tippings: 2, engagements: 2, partitions: 6, postgresCores: 4 }
const rush: Arrivals = { kind: 'rush', tips: 20_000, seconds: 120, halvedIn: 20, firstShare: 0.5 }

describe('a rush of tips', () => {
  test('accepts or rejects each tip, and engagement receives every accepted one', () => {
    // A sixth of the capacity that this rush needs, so that there is a queue at the deadline.
    const outcome = simulateRush({ ...size, gateways: 1, tippings: 1, postgresCores: 1 }, measured, rush)
    expect(outcome.offered).toBe(20_000)
    expect(outcome.accepted + outcome.late).toBe(20_000)
    expect(outcome.late).toBeGreaterThan(0)
    expect(outcome.handledByEngagement).toBe(outcome.accepted)
  })

  test('is the same for the same seed, and differs for another seed', () => {
    const one = simulateRush(size, measured, rush, 5)
    expect(simulateRush(size, measured, rush, 5)).toEqual(one)
    expect(simulateRush(size, measured, rush, 6).p99).not.toBe(one.p99)
  })

  test('is answered faster with more cores on the busiest machine', () => {
    const slow = simulateRush({ ...size, postgresCores: 1 }, measured, rush)
    expect(slow.busiest.name).toBe('Postgres')
    expect(simulateRush(size, measured, rush).p99).toBeLessThan(slow.p99 / 2)
  })

  test('takes about the time of its work and its hops when each tip is alone', () => {
    const { hopMs, tip } = measured
    const alone = simulateRush(size, measured, { kind: 'steady', perSecond: 1, seconds: 600, firstShare: 0 })
    const work = tip.gateway + tip.request + tip.batch + tip.postgresBatch + tip.postgres + tip.commitMs
    const hops = (4 + 2 * tip.trips) * hopMs
    expect(alone.p50).toBeGreaterThan((work + hops) / 2)
    expect(alone.p50).toBeLessThan((work + hops) * 1.5)
  })
})

describe('a result', () => {
  const audience = { participants: 50_000, sockets: 20_000, hasGroups: true }

  test('reaches every socket once, after the boards are committed', () => {
    const outcome = simulateResult(size, measured, audience)
    expect(outcome.published).toBe(20_000)
    expect(outcome.scoredMs).toBeLessThan(outcome.p50)
    expect(outcome.lastSocketMs).toBeGreaterThanOrEqual(outcome.p99)
  })

  test('reaches the groups after that, without delaying the open board', () => {
    const outcome = simulateResult(size, measured, audience)
    expect(outcome.scoredMs).toBeLessThan(outcome.notifiedMs)
    expect(outcome.notifiedMs).toBeLessThan(outcome.lastGroupMs)
    const { notifying, ...scoring } = measured.result.scoring
    const slower = { ...scoring, notifying: { ...notifying, ms: 10 * notifying.ms } }
    const slow = simulateResult(size, { ...measured, result: { ...measured.result, scoring: slower } }, audience)
    expect(slow.lastGroupMs - slow.scoredMs).toBeGreaterThan(5 * (outcome.lastGroupMs - outcome.scoredMs))
    expect(slow.scoredMs).toBe(outcome.scoredMs)
    expect(Math.abs(slow.lastSocketMs / outcome.lastSocketMs - 1)).toBeLessThan(0.1)
  })

  test('publishes its last event with the scoring when there are no groups', () => {
    const outcome = simulateResult(size, measured, { ...audience, hasGroups: false })
    expect(outcome.notifiedMs).toBe(outcome.scoredMs)
    expect(outcome.lastGroupMs).toBeGreaterThan(0)
  })

  test('is the same for the same seed', () => {
    expect(simulateResult(size, measured, audience, 3)).toEqual(simulateResult(size, measured, audience, 3))
  })

  test('reaches the last socket faster with more gateways, without a faster scoring', () => {
    const few = simulateResult({ ...size, gateways: 2 }, measured, audience)
    const many = simulateResult({ ...size, gateways: 8 }, measured, audience)
    expect(many.lastSocketMs - many.scoredMs).toBeLessThan((few.lastSocketMs - few.scoredMs) * 0.8)
    expect(Math.abs(many.scoredMs / few.scoredMs - 1)).toBeLessThan(0.1)
  })
})
