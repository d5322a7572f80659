import { describe, expect, test } from 'vitest'
import { nextBatch } from './tip-batches.ts'

const of = (userId: string, carId: number) => ({ request: { userId }, carId })

describe('the next batch', () => {
  test('is everybody who waits', () => {
    const queue = [of('ann', 1), of('bob', 2)]
    expect(nextBatch(queue)).toEqual([of('ann', 1), of('bob', 2)])
    expect(queue).toEqual([])
  })
  test('has one tip of a fan; their next one goes after it, in order', () => {
    const queue = [of('ann', 1), of('ann', 2), of('bob', 3), of('ann', 4)]
    expect(nextBatch(queue)).toEqual([of('ann', 1), of('bob', 3)])
    expect(nextBatch(queue)).toEqual([of('ann', 2)])
    expect(nextBatch(queue)).toEqual([of('ann', 4)])
  })
  test('has none of a fan whose last one is being written', () => {
    const queue = [of('ann', 1), of('bob', 2)]
    expect(nextBatch(queue, new Set(['ann']))).toEqual([of('bob', 2)])
    expect(queue).toEqual([of('ann', 1)])
  })
  test('is never larger than fifty', () => {
    const queue = Array.from({ length: 70 }, (_, index) => of(`fan${index}`, index))
    expect(nextBatch(queue)).toHaveLength(50)
    expect(queue).toHaveLength(20)
    expect(queue[0]).toEqual(of('fan50', 50))
  })
})
