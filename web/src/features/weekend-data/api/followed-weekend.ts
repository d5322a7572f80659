import { useEffect, useSyncExternalStore } from 'react'

/** Weekends of open dialogs, newest last: a socket follows one weekend at a time. */
let followedIds: readonly number[] = []
const listeners = new Set<() => void>()

const want = (weekendIds: readonly number[]): void => {
  followedIds = weekendIds
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Follows a weekend while the calling component is mounted, whichever weekend is active. */
export const useFollowWeekend = (weekendId: number): void => {
  useEffect(() => {
    want([...followedIds, weekendId])
    return () => want(followedIds.toSpliced(followedIds.lastIndexOf(weekendId), 1))
  }, [weekendId])
}

/** Returns the weekend that the socket follows: that of the open dialog, else the active one. */
export const useFollowedWeekend = (activeId: number | null): number | null =>
  useSyncExternalStore(
    subscribe,
    () => followedIds.at(-1),
    () => undefined,
  ) ?? activeId
