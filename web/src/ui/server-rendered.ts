import { createContext, useContext, useSyncExternalStore } from 'react'

/** What a page was server-rendered with (`app/entry-server.tsx`): the instant, in ms, and the kind of screen. */
export type ServerRendered = { now: number; isPhone: boolean }

export const ServerRenderedContext = createContext<ServerRendered | null>(null)

const never = () => () => {}
const nothing = () => null

/**
 * The values of the server render during that and during hydration, when both must match; null afterwards and on a page
 * that was not server-rendered.
 */
export const useServerRendered = (): ServerRendered | null => {
  const drawn = useContext(ServerRenderedContext)
  return useSyncExternalStore<ServerRendered | null>(never, nothing, () => drawn)
}
