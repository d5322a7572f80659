import { Box } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PageTabs } from '../../../../ui/controls/tabs.tsx'
import { Page } from '../../../../ui/layout/page.tsx'
import {
  CATEGORIES_VIEW,
  LOG_VIEW,
  POINTS_VIEW,
  SEASONS_VIEW,
  SETUP_TABS,
  type SetupTab,
  tabAddress,
  tabNamed,
  WEBHOOKS_VIEW,
} from '../../base/api/setup-tabs.ts'
import { ListLoading } from '../../base/components/list-loading.tsx'

const part = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

const CONTENT: Record<SetupTab, ComponentType> = {
  weekends: part(() => import('../weekends/weekends-tab.tsx'), 'WeekendsTab'),
  races: part(() => import('../races/races-tab.tsx'), 'RacesTab'),
  cars: part(() => import('../cars/cars-tab.tsx'), 'CarsTab'),
  filter: part(() => import('../filter/filter-tab.tsx'), 'FilterTab'),
  results: part(() => import('../../results/routes/results-tab.tsx'), 'ResultsTab'),
  'live-timing': part(() => import('../../live-timing/routes/live-timing-tab.tsx'), 'LiveTimingTab'),
  reports: part(() => import('../../reports/routes/reports-tab.tsx'), 'ReportsTab'),
  drivers: part(() => import('../drivers/drivers-tab.tsx'), 'DriversTab'),
  moderation: part(() => import('../../moderation/routes/moderation-tab.tsx'), 'ModerationTab'),
  users: part(() => import('./users-tab.tsx'), 'UsersTab'),
}

/** Views that replace a tab's content when the URL names them. */
const VIEWS: Partial<Record<SetupTab, Record<string, ComponentType>>> = {
  weekends: { [SEASONS_VIEW]: part(() => import('../seasons/seasons-view.tsx'), 'SeasonsView') },
  races: { [CATEGORIES_VIEW]: part(() => import('../categories/categories-view.tsx'), 'CategoriesView') },
  results: {
    [LOG_VIEW]: part(() => import('../../audit/audit-view.tsx'), 'AuditView'),
    [POINTS_VIEW]: part(() => import('../../results/routes/points-view.tsx'), 'PointsView'),
  },
  reports: { [WEBHOOKS_VIEW]: part(() => import('../../webhooks/webhooks-view.tsx'), 'WebhooksView') },
}

const TABS = SETUP_TABS.map(({ name, label }) => ({ to: tabAddress(name), label }))

/** Setup for administrators; the router admits no one else. */
export const SetupPage = () => {
  const [search] = useSearchParams()
  const tab = tabNamed(search.get('tab'))
  const Content = VIEWS[tab]?.[search.get('view') ?? ''] ?? CONTENT[tab]
  return (
    <Page>
      <Box className="ps-below" mt={{ base: 0, sm: -8 }} mb={{ base: 0, sm: 16 }}>
        <Box ml={{ base: 0, sm: -12 }}>
          <PageTabs bare label="Setup" tabs={TABS} active={tabAddress(tab)} />
        </Box>
      </Box>
      <Suspense fallback={<ListLoading title="Loading..." />}>
        <Content />
      </Suspense>
    </Page>
  )
}
