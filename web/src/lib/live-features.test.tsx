import { notificationReply } from '@purple-sector/testing/replies'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { dispatchFrame, registerLive } from './live-features.ts'

test('delivers notifications that arrived before their feature’s code once it has loaded, once', () => {
  const client = new QueryClient()
  const notificationFrame = (id: number) =>
    ({ type: 'notification', data: notificationReply({ id, weekendId: 1 }), epoch: 'e' }) as const
  for (let id = 1; id <= 30; id++) dispatchFrame(client, notificationFrame(id))
  const handledIds: number[] = []
  registerLive('others', {
    onFrame: () => {
      throw new Error('What others are told early they ask for.')
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
