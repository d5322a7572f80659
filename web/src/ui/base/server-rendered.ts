import type { RenderedWith } from '@purple-sector/contracts/page-document'
import { createContext, useContext, useSyncExternalStore } from 'react'

export const ServerRenderedContext = createContext<RenderedWith | null>(null)

const never = () => () => {}
const noStore = () => null

/**
 * The values of the server render during that and during hydration, when both must match; null afterwards and on a page
 * that was not server-rendered.
 */
export const useServerRendered = (): RenderedWith | null => {
  const serverRendered = useContext(ServerRenderedContext)
  return useSyncExternalStore<RenderedWith | null>(never, noStore, () => serverRendered)
}
