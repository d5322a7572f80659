import type { View, WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryError } from '../../client/api/query-error.tsx'
import type { PageOf } from '../leaderboard-rows/api/leaderboard-keys.ts'
import { type LeaderboardOptions, useLeaderboard } from '../leaderboard-rows/api/leaderboard-queries.ts'

const FAILED: Record<View, string> = {
  official: 'Couldn’t load the standings',
  projected: 'Couldn’t load the board',
}

type StatesProps<Page> = {
  /** Placeholder in the layout of the rows. */
  loading: ReactNode
  /** Shown without participants, and without a projected leaderboard. */
  empty: ReactNode
  /** Frame of the failing state, where the screen has one. */
  frameError?: (error: ReactNode) => ReactNode
  /** Level of the failing state's heading. */
  order?: 2 | 3
  /** Renders the rows in the layout of the screen. */
  children(first: NonNullable<Page>): ReactNode
}

type QueryStatesProps<Page> = StatesProps<Page> & {
  query: UseQueryResult<Page>
  /** Title of the failing state. */
  failed: string
}

/** The first page of a leaderboard: its rows, or that it loads, fails or has none. */
export const LeaderboardStates = <Page extends { total: number } | null>({
  query,
  failed,
  loading,
  empty,
  frameError = (error) => error,
  order = 3,
  children,
}: QueryStatesProps<Page>) => {
  const first = query.data
  if (query.isPending) return loading
  if (query.isError && !first) return frameError(<QueryError order={order} title={failed} query={query} />)
  return first && first.total > 0 ? children(first) : empty
}

type Props<V extends View> = LeaderboardOptions &
  StatesProps<PageOf[V]> & {
    scope: WeekendScope
    view: V
  }

/** The leaderboard of a scope in one view: its rows, or that it loads, fails or has none. */
export const Leaderboard = <V extends View>({ scope, view, isFetchedOnce, ...states }: Props<V>) => (
  <LeaderboardStates query={useLeaderboard(scope, view, { isFetchedOnce })} failed={FAILED[view]} {...states} />
)
