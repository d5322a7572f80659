import { useEffect } from 'react'
import { markInteractive } from './interactive.ts'

/**
 * Marks the page interactive after hydration, rendered last.
 *
 * Server-rendered HTML is `inert` until then, so that no input is lost (`early-click-replay.ts` replays the last
 * press).
 */
export const HydrationMarker = () => {
  useEffect(() => markInteractive(), [])
  return null
}
