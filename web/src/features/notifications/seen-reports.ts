import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { preferencesQuery, subscriptionsQuery } from './preferences-query.ts'

/** Debounce in ms: batches what arrives together, and ends well before anything is pushed. */
const DEBOUNCE_MS = 1_500
/** Maximum number of ids per request. */
const MAX = 200

const seenIds = new Set<number>()
const unreportedIds = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether a visible screen of this page has shown the notification. */
export const isSeen = (id: number): boolean => seenIds.has(id)

/** Whether notifications also go to a browser by push, or by mail. Fetched once. */
export const isSentElsewhere = async (client: QueryClient): Promise<boolean> => {
  if ((await client.ensureQueryData(subscriptionsQuery)).length > 0) return true
  return Object.values((await client.ensureQueryData(preferencesQuery)).mail).some(Boolean)
}

const sendSeen = async (client: QueryClient): Promise<void> => {
  const ids = [...unreportedIds].slice(0, MAX)
  for (const id of ids) unreportedIds.delete(id)
  timer = undefined
  // Without push and mail there is nothing to cancel.
  if (await isSentElsewhere(client)) await api.post('/api/notifications/seen', { ids })
}

/** Reports a notification that is visible on this screen as seen, so that it is neither pushed nor mailed. */
export const reportSeen = (client: QueryClient, id: number): void => {
  if (document.visibilityState !== 'visible') return
  seenIds.add(id)
  unreportedIds.add(id)
  if (timer !== undefined) return
  // After a failure the notification is pushed as well.
  timer = setTimeout(() => void sendSeen(client).catch(() => {}), DEBOUNCE_MS)
}
