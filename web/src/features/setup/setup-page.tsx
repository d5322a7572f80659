import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Page } from '../../ui/page.tsx'
import { PageTabs } from '../../ui/tabs.tsx'
import { CATEGORIES_VIEW, SETUP_TABS, type SetupTab, tabAddress, tabNamed } from '../admin/setup-tabs.ts'
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

const Categories = part(() => import('./categories/categories-view.tsx'), 'CategoriesView')

const TABS = SETUP_TABS.map(({ name, label }) => ({ to: tabAddress(name), label }))

/** Where administrators prepare weekends; the app lets nobody else in. */
export const SetupPage = () => {
  const [search] = useSearchParams()
  const tab = tabNamed(search.get('tab'))
  const Content = tab === 'races' && search.get('view') === CATEGORIES_VIEW ? Categories : CONTENT[tab]
  return (
    <Page>
      <PageTabs label="Setup" tabs={TABS} active={tabAddress(tab)} className={classes.tabs} />
      <Suspense fallback={<ListLoading title="Loading..." />}>
        <Content />
      </Suspense>
    </Page>
  )
}
