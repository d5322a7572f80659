import { useEffect, useSyncExternalStore } from 'react'

/** Weekends that open dialogs are about, the newest last: a socket follows one weekend at a time. */
let wanted: readonly number[] = []
const listeners = new Set<() => void>()

const want = (weekendIds: readonly number[]): void => {
  wanted = weekendIds
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Follows this weekend as long as the caller is on screen, whichever weekend is the active one. */
export const useFollowWeekend = (weekendId: number): void => {
  useEffect(() => {
    want([...wanted, weekendId])
    return () => want(wanted.toSpliced(wanted.lastIndexOf(weekendId), 1))
  }, [weekendId])
}

/** The weekend whose news are heard: that of the dialog that is open, else the active one. */
export const useFollowedWeekend = (activeId: number | null): number | null =>
  useSyncExternalStore(
    subscribe,
    () => wanted.at(-1),
    () => undefined,
  ) ?? activeId
