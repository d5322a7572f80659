import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { browserState } from '../../../ui/base/browser-state.ts'
import { preferencesQuery, subscriptionsQuery } from './preferences-query.ts'

/** Delay of a report in ms: batches notifications that arrive together, and ends well before they would be pushed. */
const REPORT_DELAY_MS = 1_500
/** Maximum number of ids per request. */
const MAX_IDS = 200

type Reports = { seenIds: Set<number>; unreportedIds: Set<number>; timer: ReturnType<typeof setTimeout> | undefined }

const reports = browserState((): Reports => ({ seenIds: new Set(), unreportedIds: new Set(), timer: undefined }))

/** Whether this page has shown the notification while it was visible. */
export const isSeen = (id: number): boolean => reports().seenIds.has(id)

/** Whether notifications also go to a browser by push, or by mail. Fetched once per page load. */
export const isSentElsewhere = async (client: QueryClient): Promise<boolean> => {
  if ((await client.ensureQueryData(subscriptionsQuery)).length > 0) return true
  return Object.values((await client.ensureQueryData(preferencesQuery)).mail).some(Boolean)
}

const sendSeen = async (client: QueryClient): Promise<void> => {
  const ids = [...reports().unreportedIds].slice(0, MAX_IDS)
  for (const id of ids) reports().unreportedIds.delete(id)
  reports().timer = undefined
  // Without push and mail there is nothing to cancel.
  if (await isSentElsewhere(client)) await api.post('/api/notifications/seen', { ids })
}

/** Reports a notification as seen if this page is visible, so that it is neither pushed nor mailed. */
export const reportSeen = (client: QueryClient, id: number): void => {
  if (document.visibilityState !== 'visible') return
  reports().seenIds.add(id)
  reports().unreportedIds.add(id)
  if (reports().timer !== undefined) return
  // After a failure the notification is pushed or mailed as well.
  reports().timer = setTimeout(() => void sendSeen(client).catch(() => {}), REPORT_DELAY_MS)
}
