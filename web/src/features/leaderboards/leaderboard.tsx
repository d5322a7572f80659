import type { View, WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { ReactNode } from 'react'
import { QueryError } from '../../client/api/query-error.tsx'
import type { PageOf } from '../leaderboard-rows/api/leaderboard-keys.ts'
import { type LeaderboardOptions, useLeaderboard } from '../leaderboard-rows/api/leaderboard-queries.ts'

const FAILED: Record<View, string> = {
  official: 'Couldn’t load the standings',
  projected: 'Couldn’t load the board',
}

type Props<V extends View> = LeaderboardOptions & {
  scope: WeekendScope
  view: V
  /** Placeholder in the layout of the rows. */
  loading: ReactNode
  /** Shown without participants, and without a projected leaderboard. */
  empty: ReactNode
  /** Frame of the failing state, where the screen has one. */
  frameError?: (error: ReactNode) => ReactNode
  /** Level of the failing state's heading. */
  order?: 2 | 3
  /** Renders the rows in the layout of the screen. */
  children(first: NonNullable<PageOf[V]>): ReactNode
}

/** The leaderboard of a scope in one view: its rows, or that it loads, fails or has none. */
export const Leaderboard = <V extends View>({
  scope,
  view,
  isFetchedOnce,
  loading,
  empty,
  frameError = (error) => error,
  order = 3,
  children,
}: Props<V>) => {
  const query = useLeaderboard(scope, view, { isFetchedOnce })
  const first = query.data
  if (query.isPending) return loading
  if (query.isError && !first) return frameError(<QueryError order={order} title={FAILED[view]} query={query} />)
  return first && first.total > 0 ? children(first) : empty
}
