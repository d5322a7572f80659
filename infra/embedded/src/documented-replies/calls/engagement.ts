import { createECDH, randomBytes } from 'node:crypto'
import type { Notification, NotificationPreferences, ShareTemplate } from '@purple-sector/contracts/engagement/http'
import { CATEGORY, type Scene } from '../scene.ts'

/** Calls about an unknown weekend; each waits briefly, because its event could be delayed. */
const callsOfUnknownWeekend = ({ ann: { call } }: Scene, vote: object): Promise<unknown> => {
  const weekendId = 2_147_483_000
  const ofUnknownWeekend = { params: { weekendId }, status: 404 }
  const template = { weekendId, templateType: 'tip_performance' }
  return Promise.all([
    call('GET /api/driver-poll/{weekendId}/user', ofUnknownWeekend),
    call('GET /api/driver-poll/{weekendId}/results', ofUnknownWeekend),
    call('GET /api/driver-poll/{weekendId}/stats', ofUnknownWeekend),
    call('POST /api/driver-poll', { body: { ...vote, weekendId }, status: 404 }),
    call('GET /api/weekends/{id}/heat-map', { params: { id: weekendId }, status: 404 }),
    call('POST /api/achievements/check', { body: { weekendId }, status: 404 }),
    call('POST /api/social-share/generate', { body: template, status: 404 }),
  ])
}

/** Calls the driver poll, reactions, statistics, notifications and sharing. */
export const engagementCalls = async (scene: Scene): Promise<void> => {
  const {
    visitor,
    ann,
    group,
    weekend,
    pastWeekend,
    race,
    finishedRace,
    waitUntil,
    findMailedLink,
    registerVerifiedUser,
  } = scene
  const fan = ann.call
  const ofWeekend = { params: { weekendId: weekend.id } }
  const vote = { weekendId: weekend.id, driverName: 'Driver 1', category: CATEGORY }
  const unknownWeekendCalls = callsOfUnknownWeekend(scene, vote)
  await fan('GET /api/driver-poll/{weekendId}/user', ofWeekend)
  await waitUntil(
    () => fan.send('POST /api/driver-poll', { body: { ...vote, weekendId: pastWeekend.id }, status: [400, 404, 409] }),
    ({ status }) => status === 409,
  )
  await fan('POST /api/driver-poll', { body: vote, status: 200 })
  await fan('POST /api/driver-poll', { body: { ...vote, driverName: 'Nobody' }, status: 400 })
  await fan('GET /api/driver-poll/{weekendId}/user', ofWeekend)
  await fan('GET /api/driver-poll/{weekendId}/results', ofWeekend)
  await fan('GET /api/driver-poll/{weekendId}/stats', ofWeekend)

  const reaction = { kind: 'reaction', reaction: 'fire', subject: { type: 'result', id: finishedRace.id } }
  const reactionInput = { body: { weekendId: weekend.id, ...reaction } }
  await fan('POST /api/fan-engagement/actions', { ...reactionInput, status: 201 })
  await fan('POST /api/fan-engagement/actions', { ...reactionInput, status: 200 })
  await fan('POST /api/fan-engagement/actions', { ...reactionInput, status: 201 })
  await fan('POST /api/fan-engagement/actions', {
    body: { ...reactionInput.body, subject: { type: 'result', id: race.id } },
    status: 404,
  })
  await fan('GET /api/fan-engagement/reactions/{weekendId}', {
    ...ofWeekend,
    query: { type: 'message', groupId: 2_147_483_000 },
    status: 404,
  })
  await fan('GET /api/fan-engagement/actions/{weekendId}', ofWeekend)
  await fan('GET /api/fan-engagement/reactions/{weekendId}', { ...ofWeekend, query: { type: 'result' } })
  await fan('GET /api/engagement/leaderboard/{weekendId}', ofWeekend)
  await fan('GET /api/engagement/stats/{weekendId}', ofWeekend)
  await fan('GET /api/weekends/{id}/heat-map', { params: { id: weekend.id } })
  await fan('GET /api/achievements')
  await fan('POST /api/achievements/check', { body: { weekendId: weekend.id } })

  const [notification] = await waitUntil(
    () => fan<Notification[]>('GET /api/notifications/{weekendId}', ofWeekend),
    ({ length }) => length > 0,
  )
  const id = notification?.id ?? 0
  await fan('GET /api/notifications/{weekendId}/count', ofWeekend)
  await fan('POST /api/notifications/{id}/read', { params: { id } })
  await fan('POST /api/notifications/{id}/read', { params: { id: 2_147_483_000 }, status: 404 })
  await fan('POST /api/notifications/{weekendId}/read-all', ofWeekend)
  await fan('POST /api/notifications/seen', { body: { ids: [id] }, status: 204 })
  await fan('GET /api/notifications/push-key')
  // The endpoint does not exist: pushes are lost, as with any browser that is gone.
  const endpoint = 'https://push.example.org/ann'
  const browser = createECDH('prime256v1').generateKeys('base64url')
  const keys = { p256dh: browser, auth: randomBytes(16).toString('base64url') }
  await fan('POST /api/notifications/push-subscriptions', { body: { endpoint, keys }, status: 201 })
  await fan('GET /api/notifications/push-subscriptions')
  await fan('DELETE /api/notifications/push-subscriptions', { body: { endpoint }, status: 204 })
  const preferences = await fan<NotificationPreferences>('GET /api/notifications/preferences')
  await fan('PUT /api/notifications/preferences', { body: preferences })

  // A fan who subscribes to mails gets one, and unsubscribes by its link.
  const { call, user } = await registerVerifiedUser()
  const always = Object.fromEntries(Object.keys(preferences.mail).map((type) => [type, true]))
  await call('PUT /api/notifications/preferences', { body: { ...preferences, mail: always } })
  await fan('POST /api/groups/{id}/invite-user', { params: { id: group.id }, body: { userId: user.id } })
  const link = await findMailedLink(user.email, '/api/notifications/unsubscribe/')
  const ofToken = { params: { token: link.pathname.split('/').at(-1) ?? '' } }
  await visitor('GET /api/notifications/unsubscribe/{token}', ofToken)
  await visitor('POST /api/notifications/unsubscribe/{token}', ofToken)
  await visitor('GET /api/notifications/unsubscribe/{token}', { params: { token: 'none' }, status: 404 })
  await visitor('POST /api/notifications/unsubscribe/{token}', { params: { token: 'none' }, status: 404 })

  const generate = { weekendId: weekend.id, templateType: 'tip_performance' }
  const template = await fan<ShareTemplate>('POST /api/social-share/generate', { body: generate, status: 201 })
  await fan('POST /api/social-share/generate', {
    body: { ...generate, templateType: 'group_victory' },
    status: 409,
  })
  await fan('GET /api/social-share/{weekendId}', ofWeekend)
  const ofTemplate = { params: { templateId: template.id } }
  await fan('POST /api/social-share/{templateId}/share', ofTemplate)
  await fan('POST /api/social-share/{templateId}/share', { params: { templateId: 2_147_483_000 }, status: 404 })
  const ofImage = { params: { name: template.imageUrl.split('/').at(-1) ?? '' } }
  const imageReply = await visitor.send('GET /api/social-share/pictures/{name}', ofImage)
  const headers = { 'if-none-match': imageReply.headers.get('etag') ?? '' }
  await visitor('GET /api/social-share/pictures/{name}', { ...ofImage, headers, status: 304 })
  await visitor('GET /api/social-share/pictures/{name}', { params: { name: 'none.png' }, status: 404 })
  await visitor('GET /api/social-share/shared/{name}', { params: { name: template.shareUrl.split('/').at(-1) ?? '' } })
  await visitor('GET /api/social-share/shared/{name}', { params: { name: 'none' }, status: 404 })
  await unknownWeekendCalls
}
