import { useEffect, useSyncExternalStore } from 'react'
import { browserState } from '../../../ui/base/browser-state.ts'

type Followed = {
  /** Weekends of open dialogs, newest last: a socket follows one weekend at a time. */
  ids: readonly number[]
  listeners: Set<() => void>
}

const followed = browserState((): Followed => ({ ids: [], listeners: new Set() }))

const want = (weekendIds: readonly number[]): void => {
  followed().ids = weekendIds
  for (const listener of followed().listeners) listener()
}

const subscribe = (listener: () => void) => {
  followed().listeners.add(listener)
  return () => {
    followed().listeners.delete(listener)
  }
}

/** Follows a weekend while the calling component is mounted, whichever weekend is active. */
export const useFollowWeekend = (weekendId: number): void => {
  useEffect(() => {
    want([...followed().ids, weekendId])
    return () => want(followed().ids.toSpliced(followed().ids.lastIndexOf(weekendId), 1))
  }, [weekendId])
}

/** Returns the weekend that the socket follows: that of the open dialog, else the active one. */
export const useFollowedWeekend = (activeId: number | null): number | null =>
  useSyncExternalStore(
    subscribe,
    () => followed().ids.at(-1),
    () => undefined,
  ) ?? activeId
