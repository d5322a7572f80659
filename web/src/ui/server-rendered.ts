import { createContext, useContext, useSyncExternalStore } from 'react'

/** What a page was drawn with before its script came (`app/entry-server.tsx`): the instant, in ms, and for which screen. */
export type ServerRendered = { now: number; isPhone: boolean }

export const ServerRenderedContext = createContext<ServerRendered | null>(null)

const never = () => () => {}
const nothing = () => null

/**
 * That, while the caller is drawn in advance, or taken over as it was drawn: both have to say the same. Null from then on,
 * and on a page that came without.
 */
export const useServerRendered = (): ServerRendered | null => {
  const drawn = useContext(ServerRenderedContext)
  return useSyncExternalStore<ServerRendered | null>(never, nothing, () => drawn)
}
