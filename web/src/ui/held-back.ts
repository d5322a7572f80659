import { createContext } from 'react'

/** In how many seconds what loads may be shown, where it is held back; null where it is not. */
export const DelayedContext = createContext<number | null>(null)
