import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * Keeps choices of a page in its address. Returns a function that sets them by name; '' removes one. Choices made
 * before a render accumulate.
 */
export const useSetSearchParameters = (): ((choice: Readonly<Record<string, string>>) => void) => {
  const [rendered, become] = useSearchParams()
  const newest = useRef({ since: rendered, chosen: rendered })
  return (choice) => {
    const next = new URLSearchParams(newest.current.since === rendered ? newest.current.chosen : rendered)
    for (const [name, value] of Object.entries(choice)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    newest.current = { since: rendered, chosen: next }
    become(next, { replace: true })
  }
}
