import { seededRandom } from '@purple-sector/race-day/random'
import { describe, expect, test } from 'vitest'
import { createBatches, createMachine, createProgram } from './programs.ts'
import { createTimeline } from './timeline.ts'

const ARRIVALS = 200_000

/** Adds work at random moments, one in `meanMs` on average; returns the mean time in the system. */
const meanTimeInSystem = (meanMs: number, nextMs: (random: () => number) => number): number => {
  const timeline = createTimeline()
  const program = createProgram(timeline, 'server', createMachine(timeline, 'machine', 1))
  const { next } = seededRandom(7)
  let totalMs = 0
  const arrive = (remaining: number): void => {
    if (remaining === 0) return
    const arrivedAt = timeline.now()
    program.work(nextMs(next), () => {
      totalMs += timeline.now() - arrivedAt
    })
    timeline.after(-Math.log(1 - next()) * meanMs, () => arrive(remaining - 1))
  }
  arrive(ARRIVALS)
  timeline.run()
  return totalMs / ARRIVALS
}

describe('a program with one thread', () => {
  // Kleinrock, Queueing Systems I: 1 / (μ - λ), and for work that always takes 1/μ: 1/μ + ρ / (2μ (1 - ρ)).
  test('has the mean response time of M/M/1', () => {
    const stay = meanTimeInSystem(10, (random) => -Math.log(1 - random()) * 7)
    const expected = 7 / (1 - 0.7)
    expect(Math.abs(stay / expected - 1)).toBeLessThan(0.05)
  })

  test('has the mean response time of M/D/1', () => {
    const stay = meanTimeInSystem(10, () => 7)
    const expected = 7 + (0.7 * 7) / (2 * (1 - 0.7))
    expect(Math.abs(stay / expected - 1)).toBeLessThan(0.03)
  })

  test('handles one item after another, on any number of cores', () => {
    const timeline = createTimeline()
    const program = createProgram(timeline, 'node', createMachine(timeline, 'machine', 4))
    const ends: number[] = []
    for (const ms of [10, 20, 30]) program.work(ms, () => ends.push(timeline.now()))
    timeline.run()
    expect(ends).toEqual([10, 30, 60])
  })
})

describe('a machine', () => {
  test('lets a short job overtake a long one, as a scheduler does', () => {
    const timeline = createTimeline()
    const machine = createMachine(timeline, 'machine', 1)
    const ends: [string, number][] = []
    machine.work(1_000, () => ends.push(['scoring', timeline.now()]))
    machine.work(2, () => ends.push(['tip', timeline.now()]))
    timeline.run()
    expect(ends).toEqual([
      ['tip', 6],
      ['scoring', 1_002],
    ])
  })

  test('is limited to the work of its cores', () => {
    const timeline = createTimeline()
    const machine = createMachine(timeline, 'machine', 2)
    for (let each = 0; each < 10; each += 1) machine.work(8, () => {})
    timeline.run()
    expect(timeline.now()).toBe(40)
    expect(machine.busyMs()).toBe(80)
  })
})

test('a batch contains all items that arrived while the lanes were busy, each exactly once', () => {
  const timeline = createTimeline()
  const handledBatches: number[][] = []
  const batches = createBatches<number>(timeline, {
    lanes: 1,
    maxBatchSize: 3,
    handleBatch(batch, done) {
      handledBatches.push(batch)
      timeline.after(10, done)
    },
  })
  for (let item = 1; item <= 6; item += 1) timeline.after(item, () => batches.add(item))
  timeline.run()
  expect(handledBatches).toEqual([[1], [2, 3, 4], [5, 6]])
})

test('events planned for the same time run in the order of planning', () => {
  const timeline = createTimeline()
  const order: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) timeline.after(5, () => order.push(name))
  timeline.after(1, () => order.push('first'))
  timeline.run()
  expect(order).toEqual(['first', 'a', 'b', 'c', 'd', 'e'])
})
