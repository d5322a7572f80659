import {
  IconChartBar,
  IconFlame,
  IconHelmet,
  IconLayoutDashboard,
  IconListCheck,
  IconMessage2,
  IconSettings2,
  IconSteeringWheel,
  IconTrophy,
  IconUsersGroup,
} from '@tabler/icons-react'
import { type ComponentType, lazy, useState } from 'react'
import { LandingPage } from '../../features/landing/landing-page.tsx'
import type { Page, PageModule } from './routes.ts'

/** A page whose script is loaded when it is opened; a script that is loaded already renders at once. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType> & PageModule>, name: Name) => {
  let loaded: ComponentType | undefined
  const preload = async () => {
    const module = await load()
    loaded = module[name]
    return module
  }
  const Later = lazy<ComponentType>(async () => ({ default: (await preload())[name] }))
  const Component = () => {
    const [Here] = useState<ComponentType>(() => loaded ?? Later)
    return <Here />
  }
  return { Component, preload }
}

const Nothing = () => null
/**
 * A count in the navigation.
 *
 * If its script fails to load, the count is omitted: no error boundary surrounds the navigation, and a browser does not
 * retry an import.
 */
const count = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({
    default: await load().then(
      (module) => module[name],
      () => Nothing,
    ),
  }))
const unsaved = () => import('../../features/my-tips/components/unsaved-count.tsx')
const UnsavedTips = count(unsaved, 'UnsavedTips')
const UnsavedGroupTips = count(unsaved, 'UnsavedGroupTips')
const RaceChatCount = count(() => import('../../features/chat/components/unread-count.tsx'), 'RaceChatCount')

/** Every page, in the order of the navigation. To add one, add its feature folder and an entry here. */
export const pages: readonly Page[] = [
  {
    pattern: '/',
    audience: 'visitor',
    // In the first script: as a file of its own it waited on a slow line longer than its few kilobytes take.
    Component: LandingPage,
  },
  {
    pattern: '/',
    audience: 'fan',
    title: 'Dashboard',
    navigation: { icon: IconLayoutDashboard, label: 'Dashboard' },
    ...page(() => import('../../features/dashboard/routes/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    pattern: '/live-timing',
    audience: 'fan',
    title: 'Live Timing',
    isFullScreen: true,
    ...page(() => import('../../features/live-timing/routes/live-timing-page.tsx'), 'LiveTimingPage'),
  },
  {
    pattern: '/tipping',
    audience: 'fan',
    title: 'Purple Sector Tipping',
    navigation: { icon: IconSteeringWheel, label: 'Purple Sector Tipping', Count: UnsavedTips },
    ...page(() => import('../../features/tipping/routes/tipping-page.tsx'), 'TippingPage'),
  },
  {
    pattern: '/groups',
    audience: 'fan',
    title: 'Group Tipping',
    navigation: { icon: IconUsersGroup, label: 'Group Tipping', Count: UnsavedGroupTips },
    ...page(() => import('../../features/groups/routes/groups-page.tsx'), 'GroupsPage'),
  },
  {
    pattern: '/groups/join/:inviteCode',
    audience: 'visitor',
    title: 'Join a Group',
    ...page(() => import('../../features/groups/routes/join-page.tsx'), 'JoinPage'),
  },
  {
    pattern: '/my-tips',
    audience: 'fan',
    title: 'My Tips',
    navigation: { icon: IconListCheck, label: 'My Tips' },
    ...page(() => import('../../features/my-tips/routes/my-tips-page.tsx'), 'MyTipsPage'),
  },
  {
    pattern: '/leaderboard',
    audience: 'fan',
    title: 'Leaderboard',
    navigation: { icon: IconTrophy, label: 'Leaderboard' },
    ...page(() => import('../../features/competitions/routes/leaderboard-page.tsx'), 'LeaderboardPage'),
  },
  {
    pattern: '/season',
    audience: 'fan',
    title: 'Season',
    ...page(() => import('../../features/seasons/routes/season-page.tsx'), 'SeasonPage'),
  },
  {
    pattern: '/heat-map',
    audience: 'fan',
    title: 'Heat Map',
    navigation: { icon: IconFlame, label: 'Heat Map' },
    ...page(() => import('../../features/heat-map/heat-map-page.tsx'), 'HeatMapPage'),
  },
  {
    pattern: '/driver-poll',
    audience: 'fan',
    title: 'Driver Poll',
    navigation: { icon: IconChartBar, label: 'Driver Poll' },
    ...page(() => import('../../features/driver-poll/routes/driver-poll-page.tsx'), 'DriverPollPage'),
  },
  {
    pattern: '/race-chat',
    audience: 'fan',
    title: 'Race Chat',
    navigation: { icon: IconMessage2, label: 'Race Chat', Count: RaceChatCount },
    ...page(() => import('../../features/race-chat/race-chat-page.tsx'), 'RaceChatPage'),
  },
  {
    pattern: '/profile',
    audience: 'fan',
    title: 'Profile',
    navigation: { icon: IconHelmet, label: 'Profile' },
    ...page(() => import('../../features/profile/routes/profile-page.tsx'), 'ProfilePage'),
  },
  {
    pattern: '/analytics',
    audience: 'fan',
    title: 'Analytics',
    isStandalone: true,
    ...page(() => import('../../features/analytics/routes/analytics-page.tsx'), 'AnalyticsPage'),
  },
  {
    pattern: '/history',
    audience: 'fan',
    title: 'History',
    isStandalone: true,
    ...page(() => import('../../features/analytics/routes/history-page.tsx'), 'HistoryPage'),
  },
  {
    pattern: '/admin',
    audience: 'administrator',
    title: 'Race Weekends',
    navigation: { icon: IconSettings2, label: 'Race Weekends', phoneLabel: 'Setup' },
    nameInSentence: 'the race weekends setup',
    ...page(() => import('../../features/admin/setup/routes/setup-page.tsx'), 'SetupPage'),
  },
]
