import { useEffect, useSyncExternalStore } from 'react'

/** How many screens show the lists of the community. */
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

/** The socket is told that the community changed as long as the caller is on screen. */
export const useFollowCommunity = (): void => {
  useEffect(() => {
    look(1)
    return () => look(-1)
  }, [])
}

export const useIsCommunityFollowed = (): boolean => useSyncExternalStore(subscribe, () => looking > 0)
