import type { Message } from '@purple-sector/contracts/chat/http'
import type { User } from '@purple-sector/contracts/identity/http'
import type { Scene } from '../scene.ts'

/** Calls both chats and their moderation. */
export const chatCalls = async ({ admin, ann, bob, weekend, group, waitUntil }: Scene): Promise<void> => {
  const fan = ann.call
  const ofWeekend = { params: { id: weekend.id } }
  const inGroup = { params: { id: group.id } }
  const weekendMessage = await fan<Message>('POST /api/weekends/{id}/chat', {
    ...ofWeekend,
    body: { message: 'Lights out' },
  })
  await fan('GET /api/weekends/{id}/chat', ofWeekend)
  await fan('GET /api/weekends/{id}/chat/room', ofWeekend)
  await fan('PUT /api/weekends/{id}/chat/read', { ...ofWeekend, body: { messageId: weekendMessage.id } })
  await waitUntil(
    () => bob.call.send('GET /api/groups/{id}/chat/room', { ...inGroup, status: [200, 404] }),
    ({ status }) => status === 200,
  )
  const bobsMessage = await bob.call<Message>('POST /api/groups/{id}/chat', {
    ...inGroup,
    body: { message: 'Who is in?' },
  })
  const annsMessage = await fan<Message>('POST /api/groups/{id}/chat', { ...inGroup, body: { message: 'Me' } })
  await fan('GET /api/groups/{id}/chat', inGroup)
  await fan('PUT /api/groups/{id}/chat/read', { ...inGroup, body: { messageId: annsMessage.id } })
  await fan('GET /api/chat/rooms')
  const message = (messageId: number) => ({ params: { id: group.id, messageId } })
  await bob.call('DELETE /api/groups/{id}/chat/{messageId}', { ...message(annsMessage.id), status: 403 })
  await fan('DELETE /api/groups/{id}/chat/{messageId}', { ...message(bobsMessage.id), body: { reason: 'Not here' } })
  await fan('DELETE /api/groups/{id}/chat/{messageId}', { ...message(2_147_483_000), status: 404 })
  await fan('GET /api/groups/{id}/chat/deletions', inGroup)
  await bob.call('GET /api/groups/{id}/chat/deletions', { ...inGroup, status: 403 })

  await admin('GET /api/admin/chat/messages')
  await admin('DELETE /api/admin/chat/{type}/{messageId}', {
    params: { type: 'weekend', messageId: weekendMessage.id },
    body: { reason: 'Not yet' },
    status: 204,
  })
  const ofBob = { params: { userId: bob.user.id } }
  const mute = { until: new Date(Date.now() + 60_000).toISOString(), reason: 'Too loud' }
  await admin('PUT /api/admin/chat/mutes/{userId}', { ...ofBob, body: mute })
  await bob.call('POST /api/weekends/{id}/chat', { ...ofWeekend, body: { message: 'And now?' }, status: 403 })
  const { id: userId } = await admin<User>('GET /api/auth/user')
  await admin('PUT /api/admin/chat/mutes/{userId}', { params: { userId }, body: mute, status: 409 })
  await admin('GET /api/admin/chat/people', { query: { ids: bob.user.id } })
  await admin('GET /api/admin/chat/mutes')
  await admin('DELETE /api/admin/chat/mutes/{userId}', { ...ofBob, status: 204 })
  const room = { params: { type: 'weekend', id: weekend.id } }
  await admin('PUT /api/admin/chat/rooms/{type}/{id}', { ...room, body: { slowModeSeconds: 60 } })
  await fan('POST /api/weekends/{id}/chat', { ...ofWeekend, body: { message: 'Again' }, status: 429 })
  await admin('PUT /api/admin/chat/rooms/{type}/{id}', { ...room, body: { slowModeSeconds: 0 } })
}
