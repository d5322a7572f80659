import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { IconName } from '../ui/icon.tsx'

export type Page = {
  path: string
  label: string
  /** In the bottom bar of phones, where it differs. */
  phoneLabel?: string
  icon: IconName
  isAdminOnly?: boolean
  Component: LazyExoticComponent<ComponentType>
  /** Fetches its script ahead of time. */
  preload(): Promise<unknown>
}

const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) => ({
  Component: lazy(async () => ({ default: (await load())[name] })),
  preload: load,
})

/** Every page inside the shell, in the order of the navigation. Adding one is its feature folder and a line here. */
export const pages: Page[] = [
  {
    path: '/',
    label: 'Dashboard',
    icon: 'layout-dashboard',
    ...page(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    path: '/tipping',
    label: 'Purple Sector Tipping',
    icon: 'steering-wheel',
    ...page(() => import('../features/tipping/tipping-page.tsx'), 'TippingPage'),
  },
  {
    path: '/my-tips',
    label: 'My Tips',
    icon: 'list-check',
    ...page(() => import('../features/my-tips/my-tips-page.tsx'), 'MyTipsPage'),
  },
  {
    path: '/leaderboard',
    label: 'Leaderboard',
    icon: 'trophy',
    ...page(() => import('../features/leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
  },
  {
    path: '/admin',
    label: 'Race Weekends',
    phoneLabel: 'Setup',
    icon: 'settings-2',
    isAdminOnly: true,
    ...page(() => import('../features/setup/setup-page.tsx'), 'SetupPage'),
  },
]

/** The pages this user is shown the way to. */
export const pagesFor = ({ isAdmin }: { isAdmin: boolean }): Page[] =>
  pages.filter(({ isAdminOnly }) => !isAdminOnly || isAdmin)

/** Whether a path is one of the app's own, for which a visitor is asked to sign in. */
export const isAppPath = (pathname: string): boolean => {
  const path = pathname.replace(/(.)\/+$/, '$1')
  return pages.some((candidate) => candidate.path === path)
}
