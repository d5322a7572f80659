import { expect, test } from 'vitest'
import { nextJoinings } from './join-batches.ts'

const of = (userId: string, inviteCode: string) => ({ joining: { caller: { userId }, inviteCode } })

test('all who wait go next', () => {
  const queue = [of('ann', 'pit-wall'), of('bob', 'grandstand')]
  expect(nextJoinings(queue)).toEqual([of('ann', 'pit-wall'), of('bob', 'grandstand')])
  expect(queue).toEqual([])
})

test('nobody goes twice at once, and theirs stay in order', () => {
  const queue = [of('ann', '1'), of('ann', '2'), of('bob', '3'), of('ann', '4')]
  expect(nextJoinings(queue)).toEqual([of('ann', '1'), of('bob', '3')])
  expect(nextJoinings(queue)).toEqual([of('ann', '2')])
  expect(nextJoinings(queue)).toEqual([of('ann', '4')])
})

test('there are never more than fifty', () => {
  const queue = Array.from({ length: 70 }, (_, nth) => of(`fan-${nth}`, 'pit-wall'))
  expect(nextJoinings(queue)).toHaveLength(50)
  expect(queue).toHaveLength(20)
})
