import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { reasonOf } from '../../../client/api/api.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, ErrorState } from '../../../ui/layout/state.tsx'
import { useActiveWeekend } from './active-weekend.tsx'

/** Renders a page of the active weekend, with its loading, error and empty states. */
export const WithActiveWeekend = ({
  loading,
  title = 'No Active Weekend',
  text = 'There is no active race weekend at the moment. Check back later!',
  children,
}: {
  loading: ReactNode
  /** Text of the empty state. */
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
