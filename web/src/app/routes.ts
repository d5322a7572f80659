import type { TablerIcon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchRoutes } from 'react-router-dom'

/** Who asks: a visitor is not signed in, a fan is, and an administrator is a fan with more rights. */
export type Audience = 'visitor' | 'fan' | 'administrator'

/** What the script of a page may offer beside the page. */
export type PageModule = {
  /** Asks for what the page shows first of a weekend, before it is drawn (`open-page.ts`). */
  loader?(client: QueryClient, weekendId: number): Promise<void>[]
}

export type Page = {
  /** As react-router writes it: `/groups/join/:code`. */
  pattern: string
  /** For whom it is; those with more rights see it, too, unless a page of their own has the same address. */
  audience: Audience
  /** Of the browser's tab; none for the product's name alone. */
  title?: string
  /** Its place in the navigation, by the order of the table; none where other pages lead to it. */
  navigation?: {
    icon: TablerIcon
    label: string
    /** In the bottom bar of phones. */
    phoneLabel?: string
    /** What is new there, once the page that was opened has all that it waits for. */
    Count?: ComponentType
  }
  /** About no weekend: the header alone is above it, with neither the weekend nor the tabs. */
  isStandalone?: true
  /** It has the whole screen: nothing stands around it. */
  isFullScreen?: true
  /** As a sentence names it, where somebody without the right is refused: "the race weekends setup". */
  inWords?: string
  Component: ComponentType
  /** Fetches its script ahead of time. */
  preload?(): Promise<PageModule>
}

export type NavigationPage = Page & { navigation: NonNullable<Page['navigation']> }

const RIGHTS: Record<Audience, number> = { visitor: 0, fan: 1, administrator: 2 }

export const mayOpen = (page: Pick<Page, 'audience'>, audience: Audience): boolean =>
  RIGHTS[audience] >= RIGHTS[page.audience]

/** What an address leads to: the page that is meant for this audience, else one that asks for more rights than it has. */
export const pageAt = (pages: readonly Page[], pathname: string, audience: Audience): Page | undefined => {
  const routes = pages.map(({ pattern }) => ({ path: pattern, caseSensitive: true }))
  const pattern = matchRoutes(routes, pathname)?.[0]?.route.path
  const there = pages
    .filter((page) => page.pattern === pattern)
    .sort((one, other) => RIGHTS[one.audience] - RIGHTS[other.audience])
  return there.findLast((page) => mayOpen(page, audience)) ?? there[0]
}

/** The pages this audience is shown the way to, in their order. */
export const navigationFor = (pages: readonly Page[], audience: Audience): NavigationPage[] =>
  pages.filter((page): page is NavigationPage => page.navigation !== undefined && mayOpen(page, audience))
