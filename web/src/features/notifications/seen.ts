import type { NotificationPreferences } from '@purple-sector/contracts/engagement/http'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { preferencesQuery } from './preferences-query.ts'

/** Long enough that what comes at once goes at once, and well before anything is pushed. */
const GATHER_MS = 1_500

const waiting = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined

const isPushedHere = (): boolean => 'Notification' in window && Notification.permission === 'granted'
const isMailed = ({ mail }: NotificationPreferences): boolean => Object.values(mail).some(Boolean)

const tell = async (client: QueryClient): Promise<void> => {
  const ids = [...waiting]
  waiting.clear()
  // Whom nothing is pushed or mailed to has nothing to call off.
  if (!isPushedHere() && !isMailed(await client.ensureQueryData(preferencesQuery))) return
  await api.post('/api/notifications/seen', { ids })
}

/** Notes what a visible screen has shown: it is neither pushed nor mailed any more. */
export const noteSeen = (client: QueryClient, id: number): void => {
  if (document.visibilityState !== 'visible') return
  waiting.add(id)
  clearTimeout(timer)
  // Where it fails it is pushed, too.
  timer = setTimeout(() => void tell(client).catch(() => {}), GATHER_MS)
}
