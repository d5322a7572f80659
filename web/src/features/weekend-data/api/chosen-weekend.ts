import { useCallback, useState, useSyncExternalStore } from 'react'

const STORAGE_KEY = 'purple-sector.weekend'

type Chosen = { userId: string | undefined; weekendId: number }

const isChosen = (value: unknown): value is Chosen =>
  typeof value === 'object' && value !== null && 'weekendId' in value && typeof value.weekendId === 'number'

const readChosen = (userId: string | undefined): number | null => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
    return isChosen(stored) && stored.userId === userId ? stored.weekendId : null
  } catch {
    return null
  }
}

const storeChosen = (chosen: Chosen): void => {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(chosen))
  } catch {
    // Without storage the choice lasts until the page is reloaded.
  }
}

const never = () => () => {}

/**
 * The weekend that a user chose for all pages, and what chooses one. A choice is this tab's, and survives a reload: a
 * server-rendered page is hydrated without it.
 */
export const useChosenWeekend = (userId: string | undefined): [number | null, (weekendId: number) => void] => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const stored = useSyncExternalStore(
    never,
    () => readChosen(userId),
    () => null,
  )
  const choose = useCallback(
    (weekendId: number) => {
      setChosen({ userId, weekendId })
      storeChosen({ userId, weekendId })
    },
    [userId],
  )
  return [chosen?.userId === userId ? (chosen?.weekendId ?? stored) : stored, choose]
}
