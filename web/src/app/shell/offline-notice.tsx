import { Text } from '@mantine/core'
import { notifyManager, type QueryClient, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { pageCachedAt } from '../../client/browser/offline-pages.ts'
import { useLive } from '../../client/realtime/realtime-context.ts'
import { formatAge } from '../../client/time/format-age.ts'
import { useZone } from '../../features/session/use-zone.ts'
import { useActiveWeekend } from '../../features/weekend-data/components/active-weekend.tsx'
import { useNow } from '../../ui/time/clock.ts'
import { formatWhen } from '../../ui/time/format.ts'
import { cachedQueries } from '../routing/refresh-cached-page.ts'

/** The dataset key in which the document says its age before the app starts (`worker/page-document.ts`). */
const DATASET_KEY = 'kept'

const noCleanup = () => undefined

/**
 * When the data on screen came, in ms of this device's clock, while some of it is from the worker's cache; else
 * undefined.
 */
export const useCachedAt = (): number | undefined => {
  const client = useQueryClient()
  const follow = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  return useSyncExternalStore(follow, () => shownSince(client), noCleanup)
}

const shownSince = (client: QueryClient): number | undefined => {
  const cachedAt = pageCachedAt()
  return cachedAt !== undefined && cachedQueries(client, cachedAt).some((query) => query.isActive())
    ? cachedAt
    : undefined
}

const Words = ({ at: cachedAt }: { at: number }) => {
  const { isLive, lostAt } = useLive()
  const isRefetching = useIsFetching() > 0
  const { weekend } = useActiveWeekend()
  const zone = useZone(weekend?.timeZone)
  const now = useNow()
  // Read by a screen reader once, not every minute.
  const age = <span aria-live="off">{formatAge(cachedAt, now)}</span>
  // Without a weekend it is unknown whose times are meant.
  const since = weekend ? `As of ${formatWhen(cachedAt, now, zone)}, ` : 'Saved '
  if (!isLive && (lostAt !== null || !navigator.onLine))
    return (
      <p>
        <span>
          <Text component="b" variant="label" fw={680} c="var(--ps-yellow-ink)" mr={2}>
            OFFLINE
          </Text>{' '}
          {since}
          {age}.
        </span>
      </p>
    )
  return (
    <p>
      {isLive && !isRefetching ? (
        <span>
          {since}
          {age}. Some of it isn’t up to date yet.
        </span>
      ) : (
        <span>Saved {age} · updating…</span>
      )}
    </p>
  )
}

/**
 * Publishes the height of the line, which may wrap on a narrow phone: elements at the bottom of a page make room for
 * it.
 */
const usePublishedHeight = (line: HTMLElement | null) => {
  useLayoutEffect(() => {
    if (!line) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--ps-kept', `${line.offsetHeight}px`))
    observer.observe(line)
    return () => {
      observer.disconnect()
      style.removeProperty('--ps-kept')
    }
  }, [line])
}

/**
 * Shows the age of a cached page until all of it is fresh, at the bottom of the screen, where its removal moves
 * nothing.
 */
export const OfflineNotice = () => {
  const client = useQueryClient()
  const { isLive } = useLive()
  const cachedAt = useCachedAt()
  const [line, setPlace] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const container = document.getElementById(DATASET_KEY)
    container?.replaceChildren()
    setPlace(container)
  }, [])
  usePublishedHeight(line)
  // Refetches queries that failed while offline; requests in flight continue.
  useEffect(() => {
    const retryCachedAt = isLive ? pageCachedAt() : undefined
    if (retryCachedAt === undefined) return
    for (const { queryKey } of cachedQueries(client, retryCachedAt))
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
  }, [client, isLive])
  return line && cachedAt !== undefined ? createPortal(<Words at={cachedAt} />, line) : null
}
