import { createContext } from 'react'

/** In how many seconds delayed data of a page may be shown; null without a delay. */
export const DelayedContext = createContext<number | null>(null)
