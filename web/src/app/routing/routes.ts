import type { TablerIcon } from '@tabler/icons-react'
import type { AnyUseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchRoutes } from 'react-router-dom'

/** Who may open a page: a visitor is not signed in, a fan is, an administrator is a fan with more rights. */
export type Audience = 'visitor' | 'fan' | 'administrator'

/** Optional exports of a page's script besides its component. */
export type PageModule = {
  /** The queries that the page shows first of a weekend (`page-reads.ts`). */
  reads?(weekendId: number): readonly AnyUseQueryOptions[]
  /** The queries that the page shows first of the current season. */
  seasonReads?(seasonId: number): readonly AnyUseQueryOptions[]
}

export type Page = {
  /** As react-router writes it: `/groups/join/:code`. */
  pattern: string
  /**
   * The least rights needed; users with more rights see the page too, unless another page of theirs has the same
   * address.
   */
  audience: Audience
  /** Title of the browser's tab; without it the product's name alone. */
  title?: string
  /** Entry in the navigation, in the order of the table; absent if other pages link to it. */
  navigation?: {
    icon: TablerIcon
    label: string
    /** Label in the bottom bar of phones. */
    phoneLabel?: string
    /** A count of new items, shown once the open page has loaded. */
    Count?: ComponentType
  }
  /** Not about a weekend: only the header is above it, neither the weekend nor the tabs. */
  isStandalone?: true
  /** Has the whole screen, without header and navigation. */
  isFullScreen?: true
  /** The page's name within a sentence, for denied access: "the race weekends setup". */
  nameInSentence?: string
  Component: ComponentType
  /** Loads the page's script ahead of time. */
  preload?(): Promise<PageModule>
}

export type NavigationPage = Page & { navigation: NonNullable<Page['navigation']> }

const RIGHTS: Record<Audience, number> = { visitor: 0, fan: 1, administrator: 2 }

export const mayOpen = (page: Pick<Page, 'audience'>, audience: Audience): boolean =>
  RIGHTS[audience] >= RIGHTS[page.audience]

/** Finds the page of an address for an audience, else one of that address that needs more rights. */
export const pageAt = (pages: readonly Page[], pathname: string, audience: Audience): Page | undefined => {
  const routes = pages.map(({ pattern }) => ({ path: pattern, caseSensitive: true }))
  const pattern = matchRoutes(routes, pathname)?.[0]?.route.path
  const candidates = pages
    .filter((page) => page.pattern === pattern)
    .sort((one, other) => RIGHTS[one.audience] - RIGHTS[other.audience])
  return candidates.findLast((page) => mayOpen(page, audience)) ?? candidates[0]
}

/** The pages in the navigation of this audience, in order. */
export const navigationFor = (pages: readonly Page[], audience: Audience): NavigationPage[] =>
  pages.filter((page): page is NavigationPage => page.navigation !== undefined && mayOpen(page, audience))
