import { notificationReply } from '@purple-sector/testing/replies'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { dispatchFrame, registerLive } from './live-features.ts'

test('delivers the latest notifications that arrived before their feature was registered, once it is', () => {
  const client = new QueryClient()
  const notificationFrame = (id: number) =>
    ({ type: 'notification', data: notificationReply({ id, weekendId: 1 }), epoch: 'e' }) as const
  for (let id = 1; id <= 30; id++) dispatchFrame(client, notificationFrame(id))
  const handledIds: number[] = []
  registerLive('others', {
    onFrame: () => {
      throw new Error('only notifications are delivered later')
    },
  })
  registerLive('others', {})
  registerLive('notifications', {
    onFrame(_, frame) {
      if (frame.type === 'notification') handledIds.push(frame.data.id)
    },
  })
  dispatchFrame(client, notificationFrame(31))
  expect(handledIds).toEqual([...Array.from({ length: 20 }, (_, index) => index + 11), 31])
})
