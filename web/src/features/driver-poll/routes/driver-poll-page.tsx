import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { TabbedHead } from '../../../ui/controls/tabbed-head.tsx'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { WithActiveWeekend } from '../../weekend-data/components/with-active-weekend.tsx'
import { ownVoteQuery } from '../api/poll-queries.ts'
import { ResultsTab } from '../components/results-tab.tsx'
import { StatisticsTab } from '../components/statistics-tab.tsx'
import { VoteTab } from '../components/vote-tab.tsx'

const TITLE = 'Driver Poll'

/** The tabs in order; `name` is the value in the URL. */
const TABS: readonly { name: string; label: string; Content: ComponentType<{ weekend: Weekend }> }[] = [
  { name: 'vote', label: 'Vote', Content: VoteTab },
  { name: 'results', label: 'Results', Content: ResultsTab },
  { name: 'statistics', label: 'Statistics', Content: StatisticsTab },
]

const addressOf = (name: string): string => `?tab=${name}`

const textOf = ({ name, status }: Weekend): string =>
  `One vote for the best driver of ${name}. ${
    status === 'completed' ? 'The poll is closed.' : 'You can change it until the weekend is over.'
  }`

const PollOfWeekend = ({ weekend }: { weekend: Weekend }) => {
  const [search] = useSearchParams()
  const { name, Content } = TABS.find((tab) => tab.name === search.get('tab')) ?? TABS[0]!
  return (
    <>
      <TabbedHead
        title={TITLE}
        text={textOf(weekend)}
        label={TITLE}
        active={addressOf(name)}
        tabs={TABS.map((tab) => ({ to: addressOf(tab.name), label: tab.label }))}
      />
      <Content weekend={weekend} />
    </>
  )
}

const Loading = () => (
  <Panel single flush>
    <LoadingState title="Loading the poll..." />
  </Panel>
)

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [ownVoteQuery(weekendId)]

/** Poll for the best driver of the active weekend, by its fans' votes. */
export const DriverPollPage = () => {
  const { weekend } = useActiveWeekend()
  return (
    <Page>
      {!weekend && <PageHead title={TITLE} />}
      <WithActiveWeekend
        loading={<Loading />}
        title="No Active Race Weekend"
        text="There’s no race weekend to vote in at the moment. Check back later!"
      >
        {(active) => <PollOfWeekend key={active.id} weekend={active} />}
      </WithActiveWeekend>
    </Page>
  )
}
