import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { leaderboardLive } from '../features/leaderboard/leaderboard-live.ts'
import { setupLive } from '../features/setup/setup-live.ts'
import { tipLive } from '../features/tipping/tip-live.ts'
import { useActiveWeekend } from '../features/weekends/active-weekend.tsx'
import { weekendLive } from '../features/weekends/weekend-live.ts'
import { type Live, LiveContext, type LiveReaction } from '../lib/live.ts'
import { listenToOtherTabs } from '../lib/other-tabs.ts'
import { signInAgain } from '../lib/sign-in-again.ts'
import { connectRealtime, type Realtime, type RealtimeStatus } from '../lib/socket.ts'
import { announcements } from './announcements.ts'

/** How every feature keeps its part of the cache fresh from the socket's frames. */
const reactions: LiveReaction[] = [weekendLive, leaderboardLive, tipLive, setupLive, announcements]

/** What was fetched before the room told of changes is asked again within so long, spread over all fans. */
const GAP = { afterMs: 1_000, spreadMs: 4_000 }

/** While LIVE everything on screen is asked again now and then, in case a frame was missed. */
const SAFETY_POLL_MS = 5 * 60_000

const CONNECTING: RealtimeStatus = { isConnected: false, lostAt: null, retryAt: null }
const never = () => () => {}

const socketUrl = (): string => `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`

/** The app's one socket: follows the active weekend, and brings every open screen up to date after a gap. */
export const LiveProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const { weekend, isPending } = useActiveWeekend()
  const [realtime, setRealtime] = useState<Realtime>()
  const hasMissed = useRef(false)

  useEffect(() => {
    const opened = connectRealtime(socketUrl(), {
      onSessionOver: signInAgain,
    })
    let gap: ReturnType<typeof setTimeout> | undefined
    const catchUp = () => {
      hasMissed.current = false
      clearTimeout(gap)
      void client.invalidateQueries()
    }
    /** Between a first reply and the subscription nobody told what changed; what the room's own frames bring is newer. */
    const closeGap = () => {
      const subscribedAt = Date.now()
      clearTimeout(gap)
      gap = setTimeout(
        () => void client.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt < subscribedAt }),
        GAP.afterMs + Math.random() * GAP.spreadMs,
      )
    }
    opened.onStatus(() => {
      if (opened.status().lostAt !== null) hasMissed.current = true
    })
    opened.onFrame((frame) => {
      for (const react of reactions) react(client, frame)
      // From here on the room tells what changes; what changed before is asked for.
      if (hasMissed.current && (frame.type === 'subscribed' || frame.type === 'error')) catchUp()
      else if (frame.type === 'subscribed') closeGap()
    })
    const safety = setInterval(() => {
      if (opened.status().isConnected) catchUp()
    }, SAFETY_POLL_MS)
    const stopListening = listenToOtherTabs(client)
    setRealtime(opened)
    return () => {
      stopListening()
      clearTimeout(gap)
      clearInterval(safety)
      opened.close()
    }
  }, [client])

  const weekendId = weekend?.id ?? null
  useEffect(() => {
    if (!isPending) realtime?.subscribe(weekendId)
  }, [realtime, weekendId, isPending])

  const status = useSyncExternalStore(realtime?.onStatus ?? never, () => realtime?.status() ?? CONNECTING)
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
