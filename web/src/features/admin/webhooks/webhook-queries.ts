import type { Delivery, Webhook, WebhookWithSecret } from '@purple-sector/contracts/admin/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { notify } from '../../../client/messages/notify.ts'
import { useAdminMutation } from '../base/api/admin-mutation.ts'
import { describeOutcome } from './webhook-words.ts'

export type WebhookDraft = Pick<Webhook, 'url' | 'events'>

const WEBHOOKS = '/api/admin/webhooks'
const webhooksKey = [WEBHOOKS] as const
/** Poll interval of deliveries while visible, in ms: no frame reports attempts. */
const POLL_MS = 5_000

export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: () => api.get<Webhook[]>(WEBHOOKS),
  staleTime: 0,
})

/** Deliveries of a webhook, latest first. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: [...webhooksKey, id, 'deliveries'] as const,
    queryFn: () => api.get<Delivery[]>(`${WEBHOOKS}/${id}/deliveries`),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })

const refresh = [{ queryKey: webhooksKey }]

export const useCreateWebhook = () =>
  useAdminMutation({
    mutationFn: (draft: WebhookDraft) => api.post<WebhookWithSecret>(WEBHOOKS, draft),
    failure: 'Failed to create webhook',
    refresh,
  })

export const useChangeSecret = () =>
  useAdminMutation({
    mutationFn: ({ id }: Webhook) => api.post<WebhookWithSecret>(`${WEBHOOKS}/${id}/secret`),
    failure: 'Failed to change secret',
    refresh,
  })

export const useDeleteWebhook = () =>
  useAdminMutation({
    mutationFn: ({ id }: Webhook) => api.delete(`${WEBHOOKS}/${id}`),
    failure: 'Failed to delete webhook',
    success: (_, { url }) => ({ title: 'Webhook deleted', message: url }),
    refresh,
  })

/** A failed test delivery is a successful request: the toast shows its outcome. */
export const useTestWebhook = () =>
  useAdminMutation({
    mutationFn: ({ id }: Webhook) => api.post<Delivery>(`${WEBHOOKS}/${id}/test`, {}),
    failure: 'Failed to test webhook',
    onDone: (delivery, _webhook, _client, action) =>
      notify(
        delivery.state === 'delivered'
          ? { title: 'Test delivered', message: describeOutcome(delivery) }
          : { title: 'Test not delivered', message: describeOutcome(delivery), kind: 'error' },
        action,
      ),
    refresh,
  })
