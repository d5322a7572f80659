import type { Picks } from '@purple-sector/contracts/tipping/http'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { serverNow } from '../../../client/time/server-clock.ts'
import { type CategoryCard, hasLocked } from './tip-card-state.ts'

export type PublicPicks = Extract<Picks, { open: false }>
/** The picks of a locked category: their distribution, or the race that must lock before it is public. */
export type LockedPicks = PublicPicks | { open: true; waitsFor: string }

/** Jitter in ms that spreads the fetches of the clients that show a card when it locks. */
const JITTER_MS = 2_000
/**
 * Retry interval in ms: tipping closes a category within two seconds of the deadline, and until then reports it as
 * open.
 */
const RETRY_MS = 2_000
const MAX_TRIES = 5
/** Poll interval in ms of picks that wait for a race which does not count at present; also refetched when it locks. */
const SECRET_POLL_MS = minutes(1)
const clientDelayMs = Math.random() * JITTER_MS

/**
 * Returns the locked categories and their deadlines as part of the query key, which changes when more lock. A reopened
 * category locks at another time.
 */
export const lockedCategoriesKey = (cards: readonly CategoryCard[], now: number): string =>
  cards
    .filter((card) => hasLocked(card, now))
    .map(({ categoryId, counting }) => `${categoryId} ${counting.map(({ deadline }) => deadline ?? '').join(' ')}`)
    .join()

type Waiting = Extract<Picks, { open: true }>

/** Returns the locked categories without public picks. */
const waitingPicks = (allPicks: readonly Picks[], locked: string): Waiting[] => {
  const names = new Set(locked.split(',').map((name) => name.split(' ')[0]))
  return allPicks.filter((picks): picks is Waiting => picks.open && names.has(String(picks.categoryId)))
}

/** Returns when to refetch, in ms. */
const refetchDelay = (allPicks: readonly Picks[], locked: string, tries: number): number | false => {
  const waitingNow = waitingPicks(allPicks, locked)
  if (waitingNow.length === 0) return false
  const now = serverNow()
  const locksIn = waitingNow.map(({ waitsFor }) => {
    if (!waitsFor) return 0
    return waitsFor.deadline === null ? SECRET_POLL_MS : Date.parse(waitsFor.deadline) - now
  })
  const first = Math.min(...locksIn)
  if (first > 0) return Math.min(first + clientDelayMs, SECRET_POLL_MS)
  return tries < MAX_TRIES || first > -MAX_TRIES * RETRY_MS ? RETRY_MS : SECRET_POLL_MS
}

/** A competition whose picks are read; `isPast` for a weekend of a group that is not its current one. */
export type PicksScope = WeekendScope & { isPast?: boolean }

export const picksQuery = ({ weekendId, groupId, isPast = false }: PicksScope, locked: string, waitMs = 0) => {
  const path = groupId === null ? ['/api/weekends', weekendId, 'picks'] : ['/api/groups', groupId, 'picks']
  const query = isPast ? `?weekendId=${weekendId}` : ''
  return queryOptions({
    queryKey: [...path, ...(isPast ? [weekendId] : []), locked],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      return api.get<Picks[]>(path.join('/') + query, { signal })
    },
    // Never before a category has locked: picks are secret until then (docs/rules.md, Tips).
    enabled: locked !== '',
    refetchInterval: ({ state }) => (state.data ? refetchDelay(state.data, locked, state.dataUpdateCount) : false),
    placeholderData: keepPreviousData,
    staleTime: minutes(30),
  })
}

/**
 * Returns the picks as a card shows them: undefined while a race of the card itself must lock first, which takes only a
 * moment.
 */
const lockedPicks = (picks: Picks, { counting }: CategoryCard): LockedPicks | undefined => {
  if (!picks.open) return picks
  const { waitsFor } = picks
  return waitsFor && !counting.some(({ id }) => id === waitsFor.raceId)
    ? { open: true, waitsFor: waitsFor.name }
    : undefined
}

/** Returns the picks of each locked category by category id. */
export const usePicks = (
  scope: PicksScope,
  cards: readonly CategoryCard[],
  now: number,
): ReadonlyMap<number, LockedPicks> => {
  const locked = lockedCategoriesKey(cards, now)
  const [first, setFirst] = useState<string>()
  // Set as soon as the races are loaded.
  if (first === undefined && cards.length > 0) setFirst(locked)
  const { data = [] } = useQuery(picksQuery(scope, locked, locked === first ? 0 : Math.random() * JITTER_MS))
  const visible = new Map(cards.filter((card) => hasLocked(card, now)).map((card) => [card.categoryId, card]))
  return new Map(
    data.flatMap((picks) => {
      const card = visible.get(picks.categoryId)
      const picksOfCard = card && lockedPicks(picks, card)
      return picksOfCard ? [[picks.categoryId, picksOfCard]] : []
    }),
  )
}
