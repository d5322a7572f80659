import { Button } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { WithActiveWeekend } from '../../weekend-data/components/with-active-weekend.tsx'
import { useRunningSession } from '../api/running-session.ts'
import { LiveTiming } from '../components/live-timing.tsx'
import { useLeaveFullScreen } from '../components/use-full-screen.ts'

const Session = ({ weekend }: { weekend: Weekend }) => {
  const races = useQuery(racesQuery(weekend.id))
  const session = useRunningSession(weekend.id, races.data ?? [])
  const leave = useLeaveFullScreen()
  if (races.isError && !races.data) return <QueryError title="Couldn’t load the weekend" query={races} />
  if (races.isPending || session === undefined) return <LoadingState title="Loading live timing..." />
  if (session) return <LiveTiming session={session} weekend={weekend} isFull onSwitch={leave} />
  return (
    <Panel single flush>
      <EmptyState
        title="No session is running"
        text="It’ll appear here as soon as one starts."
        action={
          <Button component={Link} to="/">
            Back to the dashboard
          </Button>
        }
      />
    </Panel>
  )
}

/** Live timing alone, for a TV or a second monitor. Escape leads back. */
export const LiveTimingPage = () => {
  const leave = useLeaveFullScreen()
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') leave()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [leave])
  return (
    <main>
      <h1 className="ps-hidden">Live Timing</h1>
      <WithActiveWeekend
        loading={<LoadingState title="Loading live timing..." />}
        title="No Race Weekend"
        text="No race weekend is currently selected."
      >
        {(weekend) => <Session key={weekend.id} weekend={weekend} />}
      </WithActiveWeekend>
    </main>
  )
}
