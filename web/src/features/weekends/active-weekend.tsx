import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useServerNow } from '../../lib/server-clock.ts'
import { useUser } from '../session/user-query.ts'
import { activeWeekend } from './shown-weekend.ts'
import { weekendsQuery } from './weekend-queries.ts'

export type ActiveWeekend = {
  /** The weekend every page is about; null where there is none at all. */
  weekend: Weekend | null
  weekends: Weekend[]
  /** The user chooses another one. */
  select(weekendId: number): void
  isPending: boolean
  error: Error | null
  retry(): void
}

/** Which weekend is the current one changes by the day, in zones that are an hour or half an hour apart. */
const TODAY_MS = 60_000

const NONE: Weekend[] = []

const ActiveWeekendContext = createContext<ActiveWeekend | undefined>(undefined)

/** Holds which weekend is selected: the user's choice, else their preferred one, else the one that is on or next. */
export const ActiveWeekendProvider = ({ children }: { children: ReactNode }) => {
  const user = useUser()
  const { data: weekends = NONE, isPending, error, refetch } = useQuery(weekendsQuery)
  const [chosenId, select] = useState<number | null>(null)
  const now = useServerNow(TODAY_MS)
  const selectedId = chosenId ?? user?.preferredWeekendId ?? null
  const weekend = activeWeekend(weekends, selectedId, now)
  const failed = weekends === NONE ? error : null

  const value = useMemo(
    (): ActiveWeekend => ({ weekend, weekends, select, isPending, error: failed, retry: () => void refetch() }),
    [weekend, weekends, isPending, failed, refetch],
  )

  return <ActiveWeekendContext value={value}>{children}</ActiveWeekendContext>
}

export const useActiveWeekend = (): ActiveWeekend => {
  const value = useContext(ActiveWeekendContext)
  if (!value) throw new Error('There is no ActiveWeekendProvider above')
  return value
}
