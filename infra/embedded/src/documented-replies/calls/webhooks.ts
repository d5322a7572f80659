import type { Webhook } from '@purple-sector/contracts/admin/webhooks'
import type { Scene } from '../scene.ts'

/** Calls webhooks, with an unreachable address. */
export const webhooksCalls = async ({ admin }: Scene): Promise<void> => {
  const body = { url: 'https://hooks.invalid/purple', events: ['result.published'] }
  const { id } = await admin<Webhook>('POST /api/admin/webhooks', { body })
  const at = { params: { id } }
  const nothing = { params: { id: 2_147_483_000 }, status: 404 }
  await admin('GET /api/admin/webhooks')
  await admin('POST /api/admin/webhooks/{id}/test', at)
  await admin('POST /api/admin/webhooks/{id}/test', nothing)
  await admin('GET /api/admin/webhooks/{id}/deliveries', at)
  await admin('GET /api/admin/webhooks/{id}/deliveries', nothing)
  for (const _ of Array(5)) await admin('POST /api/admin/webhooks/{id}/secret', at)
  await admin('POST /api/admin/webhooks/{id}/secret', { ...at, status: 409 })
  await admin('POST /api/admin/webhooks/{id}/secret', nothing)
  await admin('DELETE /api/admin/webhooks/{id}', nothing)
  await admin('DELETE /api/admin/webhooks/{id}', { ...at, status: 204 })
}
