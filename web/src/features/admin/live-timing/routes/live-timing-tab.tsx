import { Box, Flex } from '@mantine/core'
import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { TimingFeed } from '@purple-sector/contracts/admin/live-timing'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconLock, IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { QueryError } from '../../../../client/api/query-error.tsx'
import { useSetSearchParameters } from '../../../../client/browser/use-set-search-parameters.ts'
import { Icon } from '../../../../ui/base/icon.tsx'
import { Panel, PanelGrid } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { useActiveWeekend } from '../../../weekend-data/components/active-weekend.tsx'
import { adminRacesQuery } from '../../base/api/admin-queries.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { liveTimingQuery, sourcesQuery, watchedFeedQuery } from '../api/live-timing-queries.ts'
import { EndedPanel } from '../components/ended-panel.tsx'
import { FeedPanel } from '../components/feed-panel.tsx'
import { PausesPanel } from '../components/pauses-panel.tsx'
import { SourcesPanel } from '../components/sources-panel.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { UnknownCars } from '../components/unknown-cars.tsx'
import { watchedRace } from '../components/watched-race.ts'

/** The panels about the sessions, with those for decisions at their right, on narrow screens below. */
const Columns = ({ children, beside }: { children: ReactNode; beside: ReactNode }) => (
  <Flex
    direction={{ base: 'column', md: 'row' }}
    align={{ base: 'stretch', md: 'flex-start' }}
    gap={{ base: 8, sm: 16 }}
  >
    <Box flex={{ md: '1 1 0' }} miw={0}>
      <PanelGrid columns={1}>{children}</PanelGrid>
    </Box>
    <Box flex="none" w={{ md: 380 }}>
      <PanelGrid columns={1}>{beside}</PanelGrid>
    </Box>
  </Flex>
)

const Effect = ({ icon, children }: { icon: ComponentProps<typeof Icon>['icon']; children: ReactNode }) => (
  <Flex component="li" className="ps-muted" align="center" gap={14} py={12} px={16} fz={13.5}>
    <Icon icon={icon} />
    <span>{children}</span>
  </Flex>
)

const PauseEffects = () => (
  <Panel title="What Pause does" flush>
    <ul className="ps-lined">
      <Effect icon={IconPlayerPause}>
        Fans keep the last snapshot, marked <b>Timing paused</b>. The board as it stands is hidden.
      </Effect>
      <Effect icon={IconLock}>Tips stay as they are: a session that has started doesn’t reopen.</Effect>
    </ul>
  </Panel>
)

/** Decisions that the watched session needs from an administrator. */
const Decisions = ({ race, feed }: { race: Race; feed: TimingFeed }) => {
  const { timing, unknown } = feed
  const numbers = new Set(unknown.map(({ number }) => number))
  const assigned = timing?.entries.filter(({ plate }) => !numbers.has(plate)).flatMap(({ carId }) => carId ?? []) ?? []
  return (
    <>
      {timing?.hasEnded && race.resultRevision === null && <EndedPanel race={race} sequence={timing.sequence} />}
      {unknown.length > 0 && <UnknownCars race={race} unknown={unknown} assigned={new Set(assigned)} />}
    </>
  )
}

/** The sources of a weekend, and the feed of the watched one. */
const OfWeekend = ({ weekend, status }: { weekend: Weekend; status: LiveTimingStatus }) => {
  const races = useQuery(adminRacesQuery(weekend.id))
  const sources = useQuery(sourcesQuery(weekend.id))
  const [address] = useSearchParams()
  const choose = useSetSearchParameters()
  const watched = watchedRace(races.data ?? [], sources.data ?? [], Number(address.get('race')), status.raceId)
  const feed = useQuery({ ...watchedFeedQuery(watched?.id ?? 0), enabled: watched !== undefined })
  return (
    <Columns
      beside={
        <>
          {watched && feed.data && <Decisions key={watched.id} race={watched} feed={feed.data} />}
          <PausesPanel zone={weekend} />
        </>
      }
    >
      <StatePanel status={status} watched={watched} feed={watched && feed.data} />
      {races.data === undefined ? (
        <Panel title="Sources" flush>
          {races.isError ? (
            <QueryError order={3} title="Couldn’t load the sessions" query={races} />
          ) : (
            <ListLoading title="Loading the sessions..." />
          )}
        </Panel>
      ) : (
        <SourcesPanel
          races={races.data}
          sources={sources}
          watched={watched?.id}
          onWatch={(raceId) => choose({ race: String(raceId) })}
        />
      )}
      {watched && <FeedPanel key={watched.id} race={watched} feed={feed} />}
      <PauseEffects />
    </Columns>
  )
}

/** State of live timing, number of viewers, sources, and the pause button. */
export const LiveTimingTab = () => {
  const status = useQuery(liveTimingQuery)
  const { weekend, isPending } = useActiveWeekend()
  return (
    <>
      <SetupHead title="Live Timing" text="The feed fans see on the dashboard." />
      {status.data === undefined || (!weekend && isPending) ? (
        <Panel single flush>
          {status.isError ? (
            <QueryError title="Couldn’t load the status" query={status} />
          ) : (
            <ListLoading title="Loading the status..." />
          )}
        </Panel>
      ) : weekend ? (
        <OfWeekend key={weekend.id} weekend={weekend} status={status.data} />
      ) : (
        <Columns beside={<PausesPanel zone={{}} />}>
          <StatePanel status={status.data} feed={undefined} />
          <Panel title="Sources" flush>
            <EmptyState
              order={3}
              title="No race weekend"
              text="Create a weekend first, then set a source for its sessions."
            />
          </Panel>
          <PauseEffects />
        </Columns>
      )}
    </>
  )
}
