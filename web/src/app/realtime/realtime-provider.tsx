import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { listenToOtherTabs } from '../../client/api/other-tabs.ts'
import { clearPrefetched } from '../../client/api/prefetched-replies.ts'
import { pageCachedAt } from '../../client/browser/offline-pages.ts'
import { signInAgain } from '../../client/messages/sign-in-again.ts'
import { invalidateAfterInFlight } from '../../client/realtime/cache-updates.ts'
import type { Realtime, RealtimeStatus } from '../../client/realtime/realtime.ts'
import { type Live, LiveContext } from '../../client/realtime/realtime-context.ts'
import { connectRealtime } from '../../client/realtime/socket.ts'
import { useFollowedGroups } from '../../features/groups/api/group-queries.ts'
import { useIsProjectedFollowed } from '../../features/leaderboard-rows/api/follow-projected.ts'
import { useFollowedSeason } from '../../features/leaderboard-rows/api/followed-season.ts'
import { useIsCommunityFollowed } from '../../features/profile/api/followed-community.ts'
import { useSpoilerDelay } from '../../features/session/spoiler-delay.tsx'
import { useFollowedWeekend } from '../../features/weekend-data/api/followed-weekend.ts'
import { useActiveWeekend } from '../../features/weekend-data/components/active-weekend.tsx'
import { invalidateAfterReconnect } from './frame-table.ts'
import { openGate } from './spoiler-gate.ts'

/** Delay before refetching after a gap, in ms: the first frames may update data by then, and clients spread out. */
const REFETCH_DELAY = { afterMs: 100, jitterMs: 400 }
/**
 * A reply may reflect a state this much older, in ms: the gateway may hear of a change before the service that replied.
 */
const MAX_REPLY_LAG_MS = 10_000

/** While LIVE, the data on screen is refetched at this interval, in ms, in case a frame was missed. */
const SAFETY_POLL_MS = 5 * 60_000

const CONNECTING: RealtimeStatus = { isConnected: false, lostAt: null, retryAt: null }
const never = () => () => {}

const socketUrl = (): string => `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`

/**
 * Owns the app's one socket.
 *
 * Follows the active weekend, or that of an open dialog, and the user's groups, and refetches stale data after a gap.
 */
export const RealtimeProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const { weekend, isPending } = useActiveWeekend()
  const [realtime, setRealtime] = useState<Realtime>()
  const hasMissed = useRef(false)

  useEffect(() => {
    const realtime = connectRealtime(socketUrl(), {
      onSessionEnded: signInAgain,
      asOf: pageCachedAt(),
    })
    const gate = openGate(client)
    let gap: ReturnType<typeof setTimeout> | undefined
    /** Ends a gap in which frames may be missing; the server says that nothing changed in its last `unchangedForMs`. */
    const closeGap = (unchangedForMs: number) => {
      clearPrefetched()
      const unchangedMs = Math.max(0, unchangedForMs - MAX_REPLY_LAG_MS)
      const since = Date.now() - unchangedMs
      hasMissed.current = false
      clearTimeout(gap)
      gap = setTimeout(
        () => invalidateAfterReconnect(client, since),
        REFETCH_DELAY.afterMs + Math.random() * REFETCH_DELAY.jitterMs,
      )
      if (unchangedMs === 0) invalidateAfterInFlight(client)
    }
    realtime.onStatus(() => {
      if (realtime.status().lostAt !== null) hasMissed.current = true
    })
    realtime.onFrame((frame) => {
      gate.accept(frame)
      if (frame.type === 'subscribed') closeGap(frame.data.unchangedForMs)
      else if (hasMissed.current && frame.type === 'error') closeGap(0)
    })
    const safety = setInterval(() => {
      if (realtime.status().isConnected) invalidateAfterReconnect(client, Date.now())
    }, SAFETY_POLL_MS)
    const stopListening = listenToOtherTabs(client)
    setRealtime(realtime)
    return () => {
      stopListening()
      clearTimeout(gap)
      clearInterval(safety)
      realtime.close()
      gate.close()
    }
  }, [client])

  const status = useSyncExternalStore(
    realtime?.onStatus ?? never,
    () => realtime?.status() ?? CONNECTING,
    () => CONNECTING,
  )
  const weekendId = useFollowedWeekend(weekend?.id ?? null)
  // Fetched after the socket is connected, so that it does not delay the first screen.
  const groupIds = useFollowedGroups(weekendId, status.isConnected)
  const community = useIsCommunityFollowed()
  const isBoardVisible = useIsProjectedFollowed()
  const seasonId = useFollowedSeason()
  // With a spoiler delay, the screen shows present frames later: subscribing only then would leave it empty at
  // first.
  const projected = useSpoilerDelay() > 0 || isBoardVisible
  useEffect(() => {
    if (!isPending) realtime?.subscribe(weekendId, groupIds, { community, projected, seasonId })
  }, [realtime, weekendId, groupIds, community, projected, seasonId, isPending])

  const live = useMemo(
    (): Live => ({
      state: status.isConnected ? 'LIVE' : 'OFFLINE',
      isLive: status.isConnected,
      lostAt: status.lostAt,
      retryAt: status.retryAt,
    }),
    [status],
  )
  return <LiveContext value={live}>{children}</LiveContext>
}
