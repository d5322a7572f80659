import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useUser } from '../session/user-query.ts'
import { currentWeekendQuery, weekendsQuery } from './weekend-queries.ts'

export type ActiveWeekend = {
  /** The weekend every page is about; null where there is none. */
  weekend: Weekend | null
  weekends: Weekend[]
  /** The user chooses another one. */
  select(weekendId: number): void
  isPending: boolean
  error: Error | null
  retry(): void
}

/** The selected weekend if it is in the list, else the current one: a weekend may be deleted while it is selected. */
export const activeWeekendOf = (
  weekends: readonly Weekend[],
  current: Weekend | null,
  selectedId: number | null,
): Weekend | null => weekends.find(({ id }) => id === selectedId) ?? current

const ActiveWeekendContext = createContext<ActiveWeekend | undefined>(undefined)

/** Holds which weekend is selected: the user's choice, else their preferred one, else whichever is current. */
export const ActiveWeekendProvider = ({ children }: { children: ReactNode }) => {
  const user = useUser()
  const all = useQuery(weekendsQuery)
  const current = useQuery(currentWeekendQuery)
  const [chosenId, select] = useState<number | null>(null)

  const value = useMemo((): ActiveWeekend => {
    const weekends = all.data ?? []
    const selectedId = chosenId ?? user?.preferredWeekendId ?? null
    return {
      weekend: activeWeekendOf(weekends, current.data ?? null, selectedId),
      weekends,
      select,
      isPending: all.isPending || current.isPending,
      error: all.data && current.data !== undefined ? null : (all.error ?? current.error),
      retry() {
        if (all.isError) void all.refetch()
        if (current.isError) void current.refetch()
      },
    }
  }, [all, current, chosenId, user])

  return <ActiveWeekendContext value={value}>{children}</ActiveWeekendContext>
}

export const useActiveWeekend = (): ActiveWeekend => {
  const value = useContext(ActiveWeekendContext)
  if (!value) throw new Error('There is no ActiveWeekendProvider above')
  return value
}
