import { createContext, useContext, useSyncExternalStore } from 'react'

/** The parameters of a server render (`app/entry-server.tsx`): the instant, in ms, and the kind of screen. */
export type ServerRendered = { now: number; isPhone: boolean }

export const ServerRenderedContext = createContext<ServerRendered | null>(null)

const never = () => () => {}
const noStore = () => null

/**
 * The values of the server render during that and during hydration, when both must match; null afterwards and on a page
 * that was not server-rendered.
 */
export const useServerRendered = (): ServerRendered | null => {
  const serverRendered = useContext(ServerRenderedContext)
  return useSyncExternalStore<ServerRendered | null>(never, noStore, () => serverRendered)
}
