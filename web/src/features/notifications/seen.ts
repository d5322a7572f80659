import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { preferencesQuery, subscriptionsQuery } from './preferences-query.ts'

/** Long enough that what comes at once goes at once, and well before anything is pushed. */
const DEBOUNCE_MS = 1_500
/** A request takes no more. */
const MAX = 200

const seen = new Set<number>()
const waiting = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Whether a visible screen of this page has shown it. */
export const isSeen = (id: number): boolean => seen.has(id)

/** Whether anything is sent besides: to a browser, wherever that is, or by mail. Asked once. */
export const isSentElsewhere = async (client: QueryClient): Promise<boolean> => {
  if ((await client.ensureQueryData(subscriptionsQuery)).length > 0) return true
  return Object.values((await client.ensureQueryData(preferencesQuery)).mail).some(Boolean)
}

const tell = async (client: QueryClient): Promise<void> => {
  const ids = [...waiting].slice(0, MAX)
  for (const id of ids) waiting.delete(id)
  timer = undefined
  // Whom nothing is pushed or mailed to has nothing to call off.
  if (await isSentElsewhere(client)) await api.post('/api/notifications/seen', { ids })
}

/** Notes what a visible screen has shown: it is neither pushed nor mailed any more. */
export const noteSeen = (client: QueryClient, id: number): void => {
  if (document.visibilityState !== 'visible') return
  seen.add(id)
  waiting.add(id)
  if (timer !== undefined) return
  // Where it fails it is pushed, too.
  timer = setTimeout(() => void tell(client).catch(() => {}), DEBOUNCE_MS)
}
