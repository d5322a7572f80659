import { notifyManager, type QueryClient, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useActiveWeekend } from '../../features/weekends/active-weekend.tsx'
import { useLive } from '../../lib/live.ts'
import { ageWords } from '../../lib/offline-labels.ts'
import { pageCachedAt } from '../../lib/offline-pages.ts'
import { useNow } from '../../ui/clock.ts'
import { formatWhen } from '../../ui/format.ts'
import { cachedQueries } from '../refresh-cached-page.ts'

/** Where the document has said how old it is, before the app was there (`worker/page-document.ts`). */
const PLACE = 'kept'

const nothing = () => undefined

/** When what is on screen came, in ms of this device's clock, as long as some of it is what the worker had kept. */
export const useCachedAt = (): number | undefined => {
  const client = useQueryClient()
  const follow = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    [client],
  )
  return useSyncExternalStore(follow, () => shownSince(client), nothing)
}

const shownSince = (client: QueryClient): number | undefined => {
  const at = pageCachedAt()
  return at !== undefined && cachedQueries(client, at).some((query) => query.isActive()) ? at : undefined
}

const Words = ({ at }: { at: number }) => {
  const { isLive, lostAt } = useLive()
  const isAsking = useIsFetching() > 0
  const { weekend } = useActiveWeekend()
  const now = useNow()
  // A screen reader is told once, not every minute.
  const age = <span aria-live="off">{ageWords(at, now)}</span>
  // Clocks are those of the weekend, where one is known.
  const since = weekend ? `As of ${formatWhen(at, now, { timeZone: weekend.timeZone })}, ` : 'Saved '
  if (!isLive && (lostAt !== null || !navigator.onLine))
    return (
      <p>
        <span>
          <b>OFFLINE</b> {since}
          {age}.
        </span>
      </p>
    )
  return (
    <p>
      {isLive && !isAsking ? (
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

/** On a narrow phone the line may need a second one: what stands at the foot of a page makes room for as much. */
const useRoomFor = (place: HTMLElement | null) => {
  useLayoutEffect(() => {
    if (!place) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--ps-kept', `${place.offsetHeight}px`))
    observer.observe(place)
    return () => {
      observer.disconnect()
      style.removeProperty('--ps-kept')
    }
  }, [place])
}

/** Says how old what is on screen is, until all of it is new: at the foot of the screen, where it moves nothing by leaving. */
export const OfflineNotice = () => {
  const client = useQueryClient()
  const { isLive } = useLive()
  const at = useCachedAt()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const found = document.getElementById(PLACE)
    found?.replaceChildren()
    setPlace(found)
  }, [])
  useRoomFor(place)
  // What failed while there was no network is asked for again; what is being asked for goes on.
  useEffect(() => {
    const kept = isLive ? pageCachedAt() : undefined
    if (kept === undefined) return
    for (const { queryKey } of cachedQueries(client, kept))
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
  }, [client, isLive])
  return place && at !== undefined ? createPortal(<Words at={at} />, place) : null
}
