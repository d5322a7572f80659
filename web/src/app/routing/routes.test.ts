import { IconTrophy } from '@tabler/icons-react'
import { describe, expect, test } from 'vitest'
import { navigationFor, type Page, pageAt } from './routes.ts'

const Component = () => null
const page = (pattern: string, audience: Page['audience'], more: Partial<Page> = {}): Page => ({
  pattern,
  audience,
  Component,
  ...more,
})
const inNavigation = (label: string): Partial<Page> => ({ navigation: { icon: IconTrophy, label } })

const landing = page('/', 'visitor')
const dashboard = page('/', 'fan', inNavigation('Dashboard'))
const group = page('/groups/:id', 'fan')
const join = page('/groups/join/:code', 'visitor')
const fresh = page('/groups/new', 'fan')
const analytics = page('/analytics', 'fan', inNavigation('Analytics'))
const profile = page('/profile', 'fan')
const reports = page('/reports', 'administrator', inNavigation('Reports'))
const table = [landing, dashboard, group, join, fresh, analytics, profile, reports]

describe('pageAt', () => {
  test.each([
    ['/groups/join/K7Q-2P', join],
    ['/groups/7', group],
    ['/groups/new', fresh],
    ['/groups/7/', group],
    ['/profile', profile],
  ])('matches %s to the page with the most specific pattern', (pathname, expected) => {
    expect(pageAt(table, pathname, 'fan')).toBe(expected)
  })
  test.each(['/nowhere', '/groups', '/groups/join/a/b', '/profiles', '/Profile'])('finds no page at %s', (pathname) => {
    expect(pageAt(table, pathname, 'administrator')).toBeUndefined()
  })
  test('chooses between pages of one address by audience', () => {
    expect(pageAt(table, '/', 'visitor')).toBe(landing)
    expect(pageAt(table, '/', 'fan')).toBe(dashboard)
    expect(pageAt(table, '/', 'administrator')).toBe(dashboard)
  })
  test('finds a page that needs more rights, so that access can be denied', () => {
    expect(pageAt(table, '/analytics', 'visitor')).toBe(analytics)
    expect(pageAt(table, '/reports', 'fan')).toBe(reports)
  })
})

test('lists in the navigation only pages that have an entry and whose audience fits', () => {
  const labels = (audience: Page['audience']) =>
    navigationFor(table, audience).map(({ navigation }) => navigation.label)
  expect(labels('visitor')).toEqual([])
  expect(labels('fan')).toEqual(['Dashboard', 'Analytics'])
  expect(labels('administrator')).toEqual(['Dashboard', 'Analytics', 'Reports'])
})
