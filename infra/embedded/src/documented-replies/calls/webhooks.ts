import type { Webhook } from '@purple-sector/contracts/admin/webhooks'
import type { Scene } from '../scene.ts'

/** Calls webhooks, with an unreachable address. */
export const webhooksCalls = async ({ admin }: Scene): Promise<void> => {
  const body = { url: 'https://hooks.invalid/purple', events: ['result.published'] }
  const { id } = await admin<Webhook>('POST /api/admin/webhooks', { body })
  const ofWebhook = { params: { id } }
  const ofUnknownWebhook = { params: { id: 2_147_483_000 }, status: 404 }
  await admin('GET /api/admin/webhooks')
  await admin('POST /api/admin/webhooks/{id}/test', ofWebhook)
  await admin('POST /api/admin/webhooks/{id}/test', ofUnknownWebhook)
  await admin('GET /api/admin/webhooks/{id}/deliveries', ofWebhook)
  await admin('GET /api/admin/webhooks/{id}/deliveries', ofUnknownWebhook)
  for (const _ of Array(5)) await admin('POST /api/admin/webhooks/{id}/secret', ofWebhook)
  await admin('POST /api/admin/webhooks/{id}/secret', { ...ofWebhook, status: 409 })
  await admin('POST /api/admin/webhooks/{id}/secret', ofUnknownWebhook)
  await admin('DELETE /api/admin/webhooks/{id}', ofUnknownWebhook)
  await admin('DELETE /api/admin/webhooks/{id}', { ...ofWebhook, status: 204 })
}
