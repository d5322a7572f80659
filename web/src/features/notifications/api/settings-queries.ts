import type { NotificationPreferences } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { useUser } from '../../session/user-query.ts'
import { recordEndpoint } from './device-record.ts'
import { subscriptionsKey } from './notification-keys.ts'
import { preferencesQuery } from './preferences-query.ts'
import { readPublicKey, SUBSCRIPTIONS } from './push-api.ts'
import { deviceEndpoint, subscribeDevice, unsubscribeDevice } from './push-device.ts'

const PREFERENCES = '/api/notifications/preferences'

/** This browser's push endpoint; null if not subscribed. */
export const deviceQuery = queryOptions({
  queryKey: [...subscriptionsKey, 'this-device'],
  queryFn: async () => (await deviceEndpoint(readPublicKey)) ?? null,
  networkMode: 'always',
  staleTime: 0,
})

export const useSavePreferences = () =>
  useToastMutation<NotificationPreferences, NotificationPreferences>({
    mutationFn: (preferences) => api.put(PREFERENCES, preferences),
    success: () => ({ title: 'Settings saved', message: 'You’ll hear about what you chose.' }),
    failure: 'Couldn’t save your settings',
    offline: 'We can’t reach the server. Your settings haven’t changed.',
    onDone: (saved, _, client) => void client.setQueryData(preferencesQuery.queryKey, saved),
    notifiesOtherTabs: true,
    refresh: [{ queryKey: preferencesQuery.queryKey, refetchType: 'none' }],
  })

const subscribe = async (userId: string): Promise<'on' | 'denied'> => {
  const subscribed = await subscribeDevice(await readPublicKey())
  if (!subscribed) return 'denied'
  await api.post(SUBSCRIPTIONS, subscribed.subscription)
  recordEndpoint(userId, subscribed.subscription.endpoint)
  if (subscribed.before !== undefined) await api.delete(SUBSCRIPTIONS, { endpoint: subscribed.before })
  return 'on'
}

/** Prompts for permission and enables push. Call it in response to a click only. */
export const useTurnOnPush = () => {
  const userId = useUser()?.id ?? ''
  return useToastMutation<void, 'on' | 'denied'>({
    mutationFn: () => subscribe(userId),
    success: (outcome) =>
      outcome === 'on'
        ? { title: 'Push is on', message: 'You’ll get what you chose on this device, even when the app is closed.' }
        : { title: 'Couldn’t turn on push', message: 'Your browser isn’t allowed to show notifications.' },
    failure: 'Couldn’t turn on push',
    noReason: 'This browser couldn’t reach its push service. Please try again later.',
    offline: 'We can’t reach the server. Push is still off on this device.',
    refresh: [{ queryKey: subscriptionsKey }],
  })
}

export const useTurnOffPush = () => {
  const userId = useUser()?.id ?? ''
  return useToastMutation({
    mutationFn: async () => {
      const endpoint = await unsubscribeDevice()
      recordEndpoint(userId, undefined)
      if (endpoint !== undefined) await api.delete(SUBSCRIPTIONS, { endpoint })
    },
    success: () => ({ title: 'Push is off', message: 'No more pushes on this device.' }),
    failure: 'Push is still on',
    offline: 'We can’t reach the server, but this browser won’t show pushes any more.',
    refresh: [{ queryKey: subscriptionsKey }],
  })
}
