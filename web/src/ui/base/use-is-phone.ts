import { useContext, useSyncExternalStore } from 'react'
import { ServerRenderedContext } from './server-rendered.ts'

const query = () => window.matchMedia('(max-width: 47.99em)')

const subscribe = (listener: () => void): (() => void) => {
  const media = query()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the screen is a phone's: where another component is rendered, not just another layout. */
export const useIsPhone = (): boolean => {
  const serverRendered = useContext(ServerRenderedContext)
  return useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => serverRendered?.isPhone ?? false,
  )
}
