import { useEffect, useSyncExternalStore } from 'react'

/**
 * Counts on how many screens something is visible: `useMarkVisible` registers a screen, `useIsVisible` reads whether
 * any is.
 */
export const createOnScreen = () => {
  let shown = 0
  const listeners = new Set<() => void>()
  const count = (more: number): void => {
    shown += more
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    useShows: (): void =>
      useEffect(() => {
        count(1)
        return () => count(-1)
      }, []),
    useIsShown: (): boolean =>
      useSyncExternalStore(
        subscribe,
        () => shown > 0,
        () => false,
      ),
  }
}
