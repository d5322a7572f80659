import { useEffect, useSyncExternalStore } from 'react'
import { browserState } from '../../../ui/base/browser-state.ts'

type Followed = { seasonId: number | undefined; listeners: Set<() => void> }

const followed = browserState((): Followed => ({ seasonId: undefined, listeners: new Set() }))

const subscribe = (listener: () => void) => {
  followed().listeners.add(listener)
  return () => {
    followed().listeners.delete(listener)
  }
}

/**
 * Has the socket follow a season from now on. It stays followed until another one is on screen: a new subscription each
 * time that a page with a season opens or closes would have all other data fetched again.
 */
export const useFollowSeason = (seasonId: number): void => {
  useEffect(() => {
    followed().seasonId = seasonId
    for (const listener of followed().listeners) listener()
  }, [seasonId])
}

/** Returns the season that was on screen last; undefined while there was none. */
export const useFollowedSeason = (): number | undefined =>
  useSyncExternalStore(
    subscribe,
    () => followed().seasonId,
    () => undefined,
  )
