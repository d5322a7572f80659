import type { NotificationPreferences } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useToastMutation } from '../../../lib/toast-mutation.ts'
import { subscriptionsKey } from '../notification-keys.ts'
import { preferencesQuery } from '../preferences-query.ts'
import { deviceEndpoint, subscribeDevice, unsubscribeDevice } from './push-device.ts'

const PREFERENCES = '/api/notifications/preferences'
const SUBSCRIPTIONS = '/api/notifications/push-subscriptions'

const readPublicKey = async (): Promise<string> =>
  (await api.get<{ publicKey: string }>('/api/notifications/push-key')).publicKey

/** Where this browser takes our pushes; null while it takes none. */
export const deviceQuery = queryOptions({
  queryKey: [...subscriptionsKey, 'this-device'],
  queryFn: async () => (await deviceEndpoint(readPublicKey)) ?? null,
  networkMode: 'always',
  staleTime: 0,
})

export const useSavePreferences = () =>
  useToastMutation<NotificationPreferences, NotificationPreferences>({
    mutationFn: (preferences) => api.put(PREFERENCES, preferences),
    success: () => ({ title: 'Settings Saved', message: 'You are told what you chose.' }),
    failure: 'Settings Not Saved',
    offline: 'The server was not reached: your settings are as before.',
    onDone: (saved, _, client) => void client.setQueryData(preferencesQuery.queryKey, saved),
    tellsOtherTabs: true,
    refresh: [{ queryKey: preferencesQuery.queryKey, refetchType: 'none' }],
  })

const subscribe = async (): Promise<'on' | 'denied'> => {
  const subscribed = await subscribeDevice(await readPublicKey())
  if (!subscribed) return 'denied'
  await api.post(SUBSCRIPTIONS, subscribed.subscription)
  if (subscribed.before !== undefined) await api.delete(SUBSCRIPTIONS, { endpoint: subscribed.before })
  return 'on'
}

/** Asks the browser, and with its permission takes pushes from now on. Call it in answer to a click only. */
export const useTurnOnPush = () =>
  useToastMutation<void, 'on' | 'denied'>({
    mutationFn: subscribe,
    success: (outcome) =>
      outcome === 'on'
        ? { title: 'Push Is On', message: 'This device is told what you chose, also while the app is closed.' }
        : { title: 'Push Is Not On', message: 'Your browser was not allowed to show notifications.' },
    failure: 'Push Is Not On',
    noReason: 'This browser did not reach its push service. Please try again later.',
    offline: 'The server was not reached: this device is told nothing yet.',
    refresh: [{ queryKey: subscriptionsKey }],
  })

export const useTurnOffPush = () =>
  useToastMutation({
    mutationFn: async () => {
      const endpoint = await unsubscribeDevice()
      if (endpoint !== undefined) await api.delete(SUBSCRIPTIONS, { endpoint })
    },
    success: () => ({ title: 'Push Is Off', message: 'This device is told nothing more.' }),
    failure: 'Push Is Still On',
    offline: 'The server was not reached. This browser takes no pushes any more all the same.',
    refresh: [{ queryKey: subscriptionsKey }],
  })
