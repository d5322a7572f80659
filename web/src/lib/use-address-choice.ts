import { useSearchParams } from 'react-router-dom'

/** What is chosen on a page stands in its address: the way to choose, by name; '' takes a choice back. */
export const useAddressChoice = (): ((choice: Readonly<Record<string, string>>) => void) => {
  const [, become] = useSearchParams()
  return (choice) =>
    become(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(choice)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
}
