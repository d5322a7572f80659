import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * What is chosen on a page stands in its address: the way to choose, by name; '' takes a choice back. What is chosen before
 * the choice before it is drawn adds to that.
 */
export const useAddressChoice = (): ((choice: Readonly<Record<string, string>>) => void) => {
  const [drawn, become] = useSearchParams()
  const newest = useRef({ since: drawn, chosen: drawn })
  return (choice) => {
    const next = new URLSearchParams(newest.current.since === drawn ? newest.current.chosen : drawn)
    for (const [name, value] of Object.entries(choice)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    newest.current = { since: drawn, chosen: next }
    become(next, { replace: true })
  }
}
