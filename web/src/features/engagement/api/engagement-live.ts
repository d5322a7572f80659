import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply, refetchSoon } from '../../../client/realtime/cache-updates.ts'
import {
  type EngagementPage,
  engagementBoardKey,
  engagementPageKey,
  engagementStatsKey,
  PAGE_SIZE,
} from './engagement-keys.ts'

type Update = FrameOf<'engagement_board'>['data']

/**
 * Delay before rows below the first ones are refetched, in ms: the board changes constantly and few users view them.
 */
const LATER_MS = 5_000

/** Applies a frame to the first page: replaces its first rows and keeps the rest. Ignores an older version. */
export const patchEngagement = (
  page: EngagementPage,
  { version, total, entries }: Pick<Update, 'version' | 'total' | 'entries'>,
): EngagementPage => {
  if (version <= page.version) return page
  const updated = new Set(entries.map(({ userId }) => userId))
  const rest = page.entries.filter(({ userId }) => !updated.has(userId))
  return {
    version,
    total,
    entries: [...entries, ...rest].slice(0, Math.min(PAGE_SIZE, total)),
    ownEntry: page.ownEntry && !updated.has(page.ownEntry.userId) ? page.ownEntry : null,
  }
}

/** Applies the first rows, and refetches the others and the user's own figures. */
export const applyEngagementBoard = (client: QueryClient, update: Update): void => {
  const key = engagementPageKey(update.weekendId)
  const patch = () => client.setQueryData<EngagementPage>(key, (page) => page && patchEngagement(page, update))
  patch()
  afterReply(client, key, patch)
  const waitMs = LATER_MS * (1 + Math.random())
  refetchSoon(client, engagementStatsKey(update.weekendId), waitMs)
  if (update.total > update.entries.length) refetchSoon(client, engagementBoardKey(update.weekendId), waitMs)
}
