import { useEffect, useSyncExternalStore } from 'react'

/** How many screens show a board as it stands. */
let looking = 0
const listeners = new Set<() => void>()

const look = (more: number): void => {
  looking += more
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The socket tells the boards as they stand as long as the caller is on screen. */
export const useFollowAsItStands = (): void => {
  useEffect(() => {
    look(1)
    return () => look(-1)
  }, [])
}

export const useIsAsItStandsFollowed = (): boolean => useSyncExternalStore(subscribe, () => looking > 0)
