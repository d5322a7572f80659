import { useEffect } from 'react'
import { markInteractive } from './interactive.ts'

/**
 * Says that the page can be used, from where it is taken over last. One that came drawn is inert until then, so that nothing
 * is lost of what is typed into it or pressed on it (`early-click-replay.ts` keeps the last press).
 */
export const HydrationMarker = () => {
  useEffect(() => markInteractive(), [])
  return null
}
