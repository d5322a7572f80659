import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { subscriptionsKey } from '../notification-keys.ts'
import { subscriptionsQuery } from '../preferences-query.ts'
import { recordEndpoint, recordedEndpoint } from './device-record.ts'
import { readPublicKey, SUBSCRIPTIONS } from './push-api.ts'
import { deviceEndpoint, renewDevice, unsubscribeDevice } from './push-device.ts'

/**
 * Subscribes again; first unsubscribes when the server has deleted the subscription, as the push service has expired
 * it.
 */
const resubscribe = async (dropped: boolean): Promise<string> => {
  if (dropped) await unsubscribeDevice()
  const { subscription } = await renewDevice(await readPublicKey())
  await api.post(SUBSCRIPTIONS, subscription)
  return subscription.endpoint
}

/**
 * Compares this browser's subscription with those of the server and repairs it without a prompt: where either side has
 * lost it, the browser subscribes again. Does nothing if the fan has not enabled push here. Without permission for
 * notifications, push is recorded as off.
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
