import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { subscriptionsKey } from '../notification-keys.ts'
import { subscriptionsQuery } from '../preferences-query.ts'
import { recordEndpoint, recordedEndpoint } from './device-record.ts'
import { readPublicKey, SUBSCRIPTIONS } from './push-api.ts'
import { deviceEndpoint, renewDevice, unsubscribeDevice } from './push-device.ts'

/** Ends the subscription and makes another where the server has dropped it: the push service takes nothing for it. */
const resubscribe = async (dropped: boolean): Promise<string> => {
  if (dropped) await unsubscribeDevice()
  const { subscription } = await renewDevice(await readPublicKey())
  await api.post(SUBSCRIPTIONS, subscription)
  return subscription.endpoint
}

/**
 * Compares the subscription of this browser with those that the server knows, and repairs it without asking the fan: where
 * either side has lost it, the browser subscribes again. Does nothing where the fan has not turned push on in this browser;
 * where the browser may not show notifications any more, push is off here.
 */
export const repairDevice = async (client: QueryClient, userId: string): Promise<void> => {
  const recorded = recordedEndpoint(userId)
  if (recorded === undefined) return
  const known = (await client.fetchQuery({ ...subscriptionsQuery, staleTime: 0 })).map(({ endpoint }) => endpoint)
  const isAllowed = Notification.permission === 'granted'
  let here = await deviceEndpoint(readPublicKey)
  const isKnown = here !== undefined && known.includes(here)
  if (!isKnown) here = isAllowed ? await resubscribe(here === recorded) : undefined
  if (here !== recorded && known.includes(recorded)) await api.delete(SUBSCRIPTIONS, { endpoint: recorded })
  recordEndpoint(userId, here)
  if (!isKnown) await client.invalidateQueries({ queryKey: subscriptionsKey })
}
