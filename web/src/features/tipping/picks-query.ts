import type { Picks } from '@purple-sector/contracts/tipping/http'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { minutes } from '../../lib/query-client.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { Scope } from '../leaderboard/board-keys.ts'
import { type CategoryCard, hasLocked } from './tip-card-state.ts'

export type ToldPicks = Extract<Picks, { open: false }>
/** What is known of a category that has locked: how its tips are spread, or for which race that is still kept secret. */
export type LockedPicks = ToldPicks | { open: true; waitsFor: string }

/** Whoever looks at a card as it locks does not ask at the same moment as all the others. */
const SPREAD_MS = 2_000
/** Tipping closes a category within two seconds of the clock; until then it says that it is open. */
const NOT_YET_MS = 2_000
const TRIES = 5
/** What waits for a race that does not count at present is asked for as it locks, and now and then until it does. */
const HELD_MS = minutes(1)
const ownDelay = Math.random() * SPREAD_MS

/**
 * Which categories have locked, and by which deadlines: other picks are asked for by another name. One that is opened
 * again locks at another time.
 */
export const lockedName = (cards: readonly CategoryCard[], now: number): string =>
  cards
    .filter((card) => hasLocked(card, now))
    .map(({ categoryId, counting }) => `${categoryId} ${counting.map(({ deadline }) => deadline ?? '').join(' ')}`)
    .join()

type Waiting = Extract<Picks, { open: true }>

/** Of the categories that have locked those of which nothing is told yet. */
const waiting = (told: readonly Picks[], locked: string): Waiting[] => {
  const names = new Set(locked.split(',').map((name) => name.split(' ')[0]))
  return told.filter((picks): picks is Waiting => picks.open && names.has(String(picks.categoryId)))
}

/** When to ask again, in ms. */
const againIn = (told: readonly Picks[], locked: string, tries: number): number | false => {
  const open = waiting(told, locked)
  if (open.length === 0) return false
  const now = serverNow()
  const locksIn = open.map(({ waitsFor }) => {
    if (!waitsFor) return 0
    return waitsFor.deadline === null ? HELD_MS : Date.parse(waitsFor.deadline) - now
  })
  const first = Math.min(...locksIn)
  if (first > 0) return Math.min(first + ownDelay, HELD_MS)
  return tries < TRIES || first > -TRIES * NOT_YET_MS ? NOT_YET_MS : HELD_MS
}

export const picksQuery = ({ weekendId, groupId }: Scope, locked: string, waitMs = 0) => {
  const path = groupId === null ? ['/api/weekends', weekendId, 'picks'] : ['/api/groups', groupId, 'picks']
  return queryOptions({
    queryKey: [...path, locked],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      return api.get<Picks[]>(path.join('/'), { signal })
    },
    // Never before anything has locked: what others picked is nobody's to know until then (docs/rules.md, Tips).
    enabled: locked !== '',
    refetchInterval: ({ state }) => (state.data ? againIn(state.data, locked, state.dataUpdateCount) : false),
    placeholderData: keepPreviousData,
    staleTime: minutes(30),
  })
}

/** What waits for a race among those of the card is told in a moment. */
const lockedPicks = (picks: Picks, { counting }: CategoryCard): LockedPicks | undefined => {
  if (!picks.open) return picks
  const { waitsFor } = picks
  return waitsFor && !counting.some(({ id }) => id === waitsFor.raceId)
    ? { open: true, waitsFor: waitsFor.name }
    : undefined
}

/** How the tips of each category that has locked are spread, by the id of the category. */
export const usePicks = (
  scope: Scope,
  cards: readonly CategoryCard[],
  now: number,
): ReadonlyMap<number, LockedPicks> => {
  const locked = lockedName(cards, now)
  const [first, setFirst] = useState<string>()
  // Known as soon as the races are.
  if (first === undefined && cards.length > 0) setFirst(locked)
  const { data = [] } = useQuery(picksQuery(scope, locked, locked === first ? 0 : Math.random() * SPREAD_MS))
  const shown = new Map(cards.filter((card) => hasLocked(card, now)).map((card) => [card.categoryId, card]))
  return new Map(
    data.flatMap((picks) => {
      const card = shown.get(picks.categoryId)
      const told = card && lockedPicks(picks, card)
      return told ? [[picks.categoryId, told]] : []
    }),
  )
}
