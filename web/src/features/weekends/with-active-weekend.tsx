import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { reasonOf } from '../../lib/api.ts'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { Panel } from '../../ui/wall.tsx'
import { useActiveWeekend } from './active-weekend.tsx'

/** What a page shows of the active weekend; says so while it is loading, where it failed and where there is none. */
export const WithActiveWeekend = ({
  loading,
  title = 'No Active Weekend',
  text = 'There is no active race weekend at the moment. Check back later!',
  children,
}: {
  loading: ReactNode
  /** Where there is no weekend. */
  title?: string
  text?: string
  children: (weekend: Weekend) => ReactNode
}) => {
  const { weekend, isPending, error, retry } = useActiveWeekend()
  if (weekend) return children(weekend)
  if (isPending) return loading
  return (
    <Panel single flush>
      {error ? (
        <ErrorState title="Couldn’t load the weekend" message={reasonOf(error)} onRetry={retry} />
      ) : (
        <EmptyState title={title} text={text} />
      )}
    </Panel>
  )
}
