import { expect, test } from 'vitest'
import { hashOf } from './message.ts'
import { splitIntoRequests } from './producer.ts'

const outgoing = (topic: string, value: string) => ({ topic, message: { value, orderingKey: '' } })

test('groups messages by topic, in order, into requests of limited size', () => {
  const requests = splitIntoRequests(
    [outgoing('a', '1111'), outgoing('b', '2222'), outgoing('a', '33'), outgoing('a', '4444')],
    10,
  )
  expect(requests).toEqual([
    [
      {
        topic: 'a',
        messages: [
          { value: '1111', orderingKey: '' },
          { value: '33', orderingKey: '' },
        ],
      },
      { topic: 'b', messages: [{ value: '2222', orderingKey: '' }] },
    ],
    [{ topic: 'a', messages: [{ value: '4444', orderingKey: '' }] }],
  ])
})

test('sends a message larger than a request alone', () => {
  expect(splitIntoRequests([outgoing('a', '1'), outgoing('a', 'x'.repeat(50)), outgoing('a', '2')], 10)).toHaveLength(3)
})

test('distributes keys evenly over partitions, each always to the same one', () => {
  const counts = Array.from({ length: 6 }, () => 0)
  for (let user = 0; user < 6_000; user++) counts[hashOf(`user/${user}`) % 6]! += 1
  for (const count of counts) expect(count).toBeGreaterThan(800)
  expect(hashOf('weekend/3')).toBe(hashOf('weekend/3'))
})
