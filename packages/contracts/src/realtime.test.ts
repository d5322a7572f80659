import { expect, test } from 'vitest'
import { clientFrameSchema } from './realtime.ts'

test('accepts fields of a client frame beside its type or in data', () => {
  const frame = { type: 'subscribe', weekendId: 7, groupIds: [] }
  expect(clientFrameSchema.parse({ type: 'subscribe', weekendId: 7 })).toEqual(frame)
  expect(clientFrameSchema.parse({ type: 'subscribe', data: { weekendId: 7, groupIds: [] } })).toEqual(frame)
  expect(clientFrameSchema.parse({ type: 'ping' })).toEqual({ type: 'ping' })
  expect(clientFrameSchema.safeParse({ type: 'subscribe', data: { weekendId: 'x' } }).success).toBe(false)
  expect(clientFrameSchema.safeParse(['subscribe']).success).toBe(false)
})
