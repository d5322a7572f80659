import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState, type ErrorStateProps } from '../../ui/layout/state.tsx'
import { reasonOf } from './api.ts'

type Props = Pick<ErrorStateProps, 'title' | 'order' | 'className'> & {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}

/** Error state of a query: its title, the reason, and a button to retry. */
export const QueryError = ({ query: { error, isFetching, refetch }, ...state }: Props) => (
  <ErrorState {...state} message={reasonOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
)
