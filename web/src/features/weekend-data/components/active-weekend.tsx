import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { useUser } from '../../session/user-query.ts'
import { useChosenWeekend } from '../api/chosen-weekend.ts'
import { activeWeekend } from '../api/default-weekend.ts'
import { weekendsQuery } from '../api/weekend-queries.ts'

export type ActiveWeekend = {
  /** The weekend that every page shows; null if there is none at all. */
  weekend: Weekend | null
  weekends: Weekend[]
  /** Selects another weekend. */
  select(weekendId: number): void
  isPending: boolean
  error: Error | null
  retry(): void
}

/**
 * Interval at which the current weekend is recomputed, in ms: it changes by the day, in time zones half an hour apart.
 */
const TODAY_MS = 60_000

const NONE: Weekend[] = []

const ActiveWeekendContext = createContext<ActiveWeekend | undefined>(undefined)

/** Provides the active weekend: the user's selection, else their preferred one, else the current or next one. */
export const ActiveWeekendProvider = ({ children }: { children: ReactNode }) => {
  const user = useUser()
  const { data: weekends = NONE, isPending, error, refetch } = useQuery(weekendsQuery)
  const [chosenId, select] = useChosenWeekend(user?.id)
  const now = useServerNow(TODAY_MS)
  const selectedId = chosenId ?? user?.preferredWeekendId ?? null
  const weekend = activeWeekend(weekends, selectedId, now)
  const failed = weekends === NONE ? error : null

  const value = useMemo(
    (): ActiveWeekend => ({ weekend, weekends, select, isPending, error: failed, retry: () => void refetch() }),
    [weekend, weekends, select, isPending, failed, refetch],
  )

  return <ActiveWeekendContext value={value}>{children}</ActiveWeekendContext>
}

export const useActiveWeekend = (): ActiveWeekend => {
  const value = useContext(ActiveWeekendContext)
  if (!value) throw new Error('There is no ActiveWeekendProvider above')
  return value
}
