import type { Picks } from '@purple-sector/contracts/tipping/http'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { minutes } from '../../lib/query-client.ts'
import type { Scope } from '../leaderboard/board-keys.ts'
import { type CategoryCard, hasLocked } from './tip-card-state.ts'

export type ToldPicks = Extract<Picks, { open: false }>

/** Whoever looks at a card as it locks does not ask at the same moment as all the others. */
const SPREAD_MS = 2_000
/** Tipping closes a category within two seconds of the clock; until then it says that it is open. */
const NOT_YET_MS = 2_000
const TRIES = 5

/**
 * Which categories have locked, and by which deadlines: other picks are asked for by another name. One that is opened
 * again locks at another time.
 */
export const lockedName = (cards: readonly CategoryCard[], now: number): string =>
  cards
    .filter((card) => hasLocked(card, now))
    .map(({ categoryId, counting }) => `${categoryId} ${counting.map(({ deadline }) => deadline ?? '').join(' ')}`)
    .join()

const isToldAll = (told: readonly Picks[], locked: string): boolean => {
  const open = new Set(told.filter((picks) => picks.open).map(({ categoryId }) => String(categoryId)))
  return locked.split(',').every((name) => !open.has(name.split(' ')[0] ?? ''))
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
    refetchInterval: ({ state }) =>
      state.data && !isToldAll(state.data, locked) && state.dataUpdateCount < TRIES ? NOT_YET_MS : false,
    placeholderData: keepPreviousData,
    staleTime: minutes(30),
  })
}

/** How the tips of each category that has locked are spread, by the id of the category. */
export const usePicks = (scope: Scope, cards: readonly CategoryCard[], now: number): ReadonlyMap<number, ToldPicks> => {
  const locked = lockedName(cards, now)
  const [first, setFirst] = useState<string>()
  // Known as soon as the races are.
  if (first === undefined && cards.length > 0) setFirst(locked)
  const { data = [] } = useQuery(picksQuery(scope, locked, locked === first ? 0 : Math.random() * SPREAD_MS))
  const shown = new Set(cards.filter((card) => hasLocked(card, now)).map(({ categoryId }) => categoryId))
  return new Map(
    data.flatMap((picks) => (picks.open || !shown.has(picks.categoryId) ? [] : [[picks.categoryId, picks]])),
  )
}
