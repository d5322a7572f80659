import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { preferencesQuery, subscriptionsQuery } from './preferences-query.ts'

/** Delay of a report in ms: batches notifications that arrive together, and ends well before they would be pushed. */
const REPORT_DELAY_MS = 1_500
/** Maximum number of ids per request. */
const MAX_IDS = 200

const seenIds = new Set<number>()
const unreportedIds = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether this page has shown the notification while it was visible. */
export const isSeen = (id: number): boolean => seenIds.has(id)

/** Whether notifications also go to a browser by push, or by mail. Fetched once per page load. */
export const isSentElsewhere = async (client: QueryClient): Promise<boolean> => {
  if ((await client.ensureQueryData(subscriptionsQuery)).length > 0) return true
  return Object.values((await client.ensureQueryData(preferencesQuery)).mail).some(Boolean)
}

const sendSeen = async (client: QueryClient): Promise<void> => {
  const ids = [...unreportedIds].slice(0, MAX_IDS)
  for (const id of ids) unreportedIds.delete(id)
  timer = undefined
  // Without push and mail there is nothing to cancel.
  if (await isSentElsewhere(client)) await api.post('/api/notifications/seen', { ids })
}

/** Reports a notification as seen if this page is visible, so that it is neither pushed nor mailed. */
export const reportSeen = (client: QueryClient, id: number): void => {
  if (document.visibilityState !== 'visible') return
  seenIds.add(id)
  unreportedIds.add(id)
  if (timer !== undefined) return
  // After a failure the notification is pushed or mailed as well.
  timer = setTimeout(() => void sendSeen(client).catch(() => {}), REPORT_DELAY_MS)
}
