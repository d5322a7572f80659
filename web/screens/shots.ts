import type { Page } from '@playwright/test'

/** What a screen is shown with. `loading` and `failing` hold up or break the calls that `api` names. */
export type Shot = {
  name: string
  path: string
  as: 'visitor' | 'fan' | 'administrator'
  /** Calls whose replies are held up or broken. */
  api?: RegExp
  /** Reply of `api` for a screen without data. */
  empty?: string
  /** Something to do before the picture, such as opening a dialog. */
  prepare?(page: Page): Promise<unknown>
}

/** Every screen there is, in the order of the navigation. A new screen is a new row. */
export const shots: Shot[] = [
  { name: 'landing', path: '/', as: 'visitor' },
  { name: 'sign-in', path: '/api/login', as: 'visitor' },
  { name: 'not-found', path: '/nowhere', as: 'fan' },
  { name: 'dashboard', path: '/', as: 'fan', api: /weekends\/\d+\/(races|leaderboard|my-stats)/, empty: '[]' },
  {
    name: 'event-details',
    path: '/',
    as: 'fan',
    prepare: (page) => page.getByRole('button', { name: /Event details/ }).click(),
  },
  { name: 'tipping', path: '/tipping', as: 'fan', api: /purple-sector-races/, empty: '[]' },
  {
    name: 'car-picker',
    path: '/tipping',
    as: 'fan',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Car for/ })
        .first()
        .click(),
  },
  { name: 'my-tips', path: '/my-tips', as: 'fan', api: /api\/tips\//, empty: '[]' },
  { name: 'leaderboard', path: '/leaderboard', as: 'fan', api: /api\/weekends\/\d+\/leaderboard/, empty: '[]' },
  { name: 'access-denied', path: '/admin', as: 'fan' },
  { name: 'setup-weekends', path: '/admin', as: 'administrator', api: /api\/admin\/weekends/, empty: '[]' },
  { name: 'setup-races', path: '/admin?tab=races', as: 'administrator', api: /api\/admin\/races/, empty: '[]' },
  { name: 'setup-cars', path: '/admin?tab=cars', as: 'administrator', api: /api\/admin\/cars/, empty: '[]' },
  { name: 'setup-filter', path: '/admin?tab=filter', as: 'administrator', api: /api\/admin\/races/, empty: '[]' },
  { name: 'setup-results', path: '/admin?tab=results', as: 'administrator', api: /api\/admin\/races/, empty: '[]' },
  {
    name: 'results-editor',
    path: '/admin?tab=results&race={qualifying}',
    as: 'administrator',
    api: /races\/\d+\/results/,
  },
]
