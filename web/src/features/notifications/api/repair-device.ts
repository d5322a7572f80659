import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { recordEndpoint, recordedEndpoint } from './device-record.ts'
import { subscriptionsKey } from './notification-keys.ts'
import { subscriptionsQuery } from './preferences-query.ts'
import { readPublicKey, SUBSCRIPTIONS } from './push-api.ts'
import { deviceEndpoint, renewDevice, unsubscribeDevice } from './push-device.ts'

/**
 * Subscribes again; first unsubscribes when the server has deleted the subscription, as the push service has expired
 * it.
 */
const resubscribe = async (isExpired: boolean): Promise<string> => {
  if (isExpired) await unsubscribeDevice()
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
  const knownEndpoints = (await client.fetchQuery({ ...subscriptionsQuery, staleTime: 0 })).map(
    ({ endpoint }) => endpoint,
  )
  const isAllowed = Notification.permission === 'granted'
  let currentEndpoint = await deviceEndpoint(readPublicKey)
  const isKnown = currentEndpoint !== undefined && knownEndpoints.includes(currentEndpoint)
  if (!isKnown) currentEndpoint = isAllowed ? await resubscribe(currentEndpoint === recorded) : undefined
  if (currentEndpoint !== recorded && knownEndpoints.includes(recorded))
    await api.delete(SUBSCRIPTIONS, { endpoint: recorded })
  recordEndpoint(userId, currentEndpoint)
  if (!isKnown) await client.invalidateQueries({ queryKey: subscriptionsKey })
}
