import { createContext, useContext, useSyncExternalStore } from 'react'

/** What a page was drawn with before its script came (`app/picture.tsx`): the instant, in ms, and for which screen. */
export type Drawn = { now: number; isPhone: boolean }

export const DrawnContext = createContext<Drawn | null>(null)

const never = () => () => {}
const nothing = () => null

/**
 * That, while the caller is drawn in advance, or taken over as it was drawn: both have to say the same. Null from then on,
 * and on a page that came without.
 */
export const useDrawn = (): Drawn | null => {
  const drawn = useContext(DrawnContext)
  return useSyncExternalStore<Drawn | null>(never, nothing, () => drawn)
}
