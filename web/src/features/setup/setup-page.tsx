import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/state.tsx'
import { PageTabs } from '../../ui/tabs.tsx'
import { SETUP_TABS, type SetupTab, tabAddress, tabNamed } from '../admin/setup-tabs.ts'
import { useUser } from '../session/user-query.ts'
import { ListLoading } from './list-loading.tsx'
import classes from './setup-page.module.css'

const part = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }))

const CONTENT: Record<SetupTab, ComponentType> = {
  weekends: part(() => import('./weekends/weekends-tab.tsx'), 'WeekendsTab'),
  races: part(() => import('./races/races-tab.tsx'), 'RacesTab'),
  cars: part(() => import('./cars/cars-tab.tsx'), 'CarsTab'),
  filter: part(() => import('./filter/filter-tab.tsx'), 'FilterTab'),
  results: part(() => import('../results/results-tab.tsx'), 'ResultsTab'),
}

const TABS = SETUP_TABS.map(({ name, label }) => ({ to: tabAddress(name), label }))

/** Where administrators prepare weekends; nobody else gets in (spec part 2 section 2). */
export const SetupPage = () => {
  const user = useUser()
  const [search] = useSearchParams()
  const tab = tabNamed(search.get('tab'))
  const Content = CONTENT[tab]
  if (!user?.isAdmin)
    return (
      <Page>
        <EmptyState
          title="Access Denied"
          text="You don't have permission to access the race weekends setup."
          action={<ButtonLink to="/">Dashboard</ButtonLink>}
        />
      </Page>
    )
  return (
    <Page>
      <PageTabs label="Setup" tabs={TABS} active={tabAddress(tab)} className={classes.tabs} />
      <Suspense fallback={<ListLoading title="Loading..." />}>
        <Content />
      </Suspense>
    </Page>
  )
}
