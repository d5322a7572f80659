import { Box, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Icon } from '../../../ui/base/icon.tsx'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { StatSkeletons } from '../../../ui/layout/stat-skeletons.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { historyQuery, performanceQuery } from '../api/analytics-queries.ts'
import { AchievementsPanel } from '../components/achievements-panel.tsx'
import { spanOf } from '../components/analytics-labels.ts'
import { FiguresGrid } from '../components/figures-grid.tsx'
import { InsightsPanel } from '../components/insights-panel.tsx'
import { RecentPerformance } from '../components/recent-performance.tsx'

const WeekendCharts = lazy(async () => ({ default: (await import('../components/weekend-charts.tsx')).WeekendCharts }))

const CHARTS_HEIGHT = 252

const LoadingFigures = () => (
  <Panel flush>
    <div role="status" aria-busy="true">
      <span className="ps-hidden">Loading your performance...</span>
      <StatSkeletons columns={4} />
    </div>
  </Panel>
)

const NoFigures = () => (
  <Panel flush>
    <EmptyState
      title="No performance data available for this weekend"
      text="Your stats start with your first sector tip."
      action={
        <Button component={Link} to="/tipping" variant="outline" size="sm">
          Purple Sector Tipping
        </Button>
      }
    />
  </Panel>
)

/** Renders charts only when there are weekends to compare. */
const Charts = () => {
  const { data } = useQuery(historyQuery)
  const scored = (data ?? []).filter(({ totalTips }) => totalTips > 0).toReversed()
  if (scored.length < 2) return null
  return (
    <Panel title="Form" actions={spanOf(scored)} flush>
      <Suspense fallback={<Box h={CHARTS_HEIGHT} />}>
        <WeekendCharts weekends={scored} />
      </Suspense>
    </Panel>
  )
}

const Figures = () => {
  const performance = useQuery(performanceQuery)
  const history = useQuery(historyQuery)
  const { data } = performance
  if (!data)
    return performance.isError ? (
      <Panel flush>
        <QueryError title="Couldn’t load your performance" query={performance} />
      </Panel>
    ) : (
      <LoadingFigures />
    )
  if (data.totalWeekends === 0) return <NoFigures />
  return (
    <>
      <Panel flush>
        <FiguresGrid performance={data} history={history.data} />
      </Panel>
      <RecentPerformance weekends={data.recentPerformance} />
      <InsightsPanel {...data} />
      <Charts />
    </>
  )
}

/** The queries that the page shows first. */
export const reads = () => [performanceQuery, historyQuery]

/** The fan's figures over all their weekends, and their achievements. */
export const AnalyticsPage = () => {
  const { data: history = [] } = useQuery(historyQuery)
  return (
    <Page>
      <Box px={{ base: 16, sm: 0 }} pt={{ base: 14, sm: 0 }} mb={{ base: 0, sm: 6 }}>
        <Link to="/profile" className="ps-way ps-muted">
          <Icon icon={IconArrowLeft} size={16} className="ps-faint" />
          Profile
        </Link>
      </Box>
      <PageHead
        title="Analytics"
        end={
          history.length > 0 && (
            <Box component="span" visibleFrom="sm" fz={13} lh="18px" c="var(--ps-ink-2)">
              {spanOf(history)}
            </Box>
          )
        }
      />
      <PanelGrid>
        <Figures />
        <AchievementsPanel />
      </PanelGrid>
    </Page>
  )
}
