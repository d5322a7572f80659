import { createContext, useContext } from 'react'

/** The fan to compare oneself with. */
export type ComparedFan = { userId: string; name: string }

export const CompareContext = createContext<((fan: ComparedFan) => void) | null>(null)

/** Returns what opens the comparison with another fan; null where there is none. */
export const useCompare = () => useContext(CompareContext)
