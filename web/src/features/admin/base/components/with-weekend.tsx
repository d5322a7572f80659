import { Button } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { reasonOf } from '../../../../client/api/api.ts'
import { EmptyState, ErrorState } from '../../../../ui/layout/state.tsx'
import { useActiveWeekend } from '../../../weekend-data/components/active-weekend.tsx'
import { tabAddress } from '../api/setup-tabs.ts'
import { ListLoading } from './list-loading.tsx'
import { SetupHead } from './setup-head.tsx'

/** Renders a tab for the selected weekend, or a message when there is none. */
export const WithWeekend = ({
  title,
  end,
  children,
}: {
  title: string
  /** Actions at the right of the title that need no weekend; rendered when there is none. */
  end?: ReactNode
  children: (weekend: Weekend) => ReactNode
}) => {
  const { weekend, isPending, error, retry } = useActiveWeekend()
  if (weekend) return children(weekend)
  return (
    <>
      <SetupHead title={title} end={end} />
      {isPending ? (
        <ListLoading title="Loading the weekend..." />
      ) : error ? (
        <ErrorState title="Couldn’t load the weekend" message={reasonOf(error)} onRetry={retry} />
      ) : (
        <EmptyState
          title="No race weekends available"
          text="Create a weekend first, or select one above."
          action={
            <Button component={Link} to={tabAddress('weekends')}>
              Weekends
            </Button>
          }
        />
      )}
    </>
  )
}
