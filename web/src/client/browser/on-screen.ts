import { useEffect, useSyncExternalStore } from 'react'

/**
 * Counts on how many screens something is visible: `useMarkVisible` registers a screen, `useIsVisible` reads whether
 * any is.
 */
export const createOnScreen = () => {
  let visible = 0
  const listeners = new Set<() => void>()
  const count = (more: number): void => {
    visible += more
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    useMarkVisible: (): void =>
      useEffect(() => {
        count(1)
        return () => count(-1)
      }, []),
    useIsVisible: (): boolean =>
      useSyncExternalStore(
        subscribe,
        () => visible > 0,
        () => false,
      ),
  }
}
