import { render, screen } from '@testing-library/react'
import { useParams } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InApp } from '../../test/in-app.tsx'
import { notify } from '../client/messages/notify.ts'
import { signInAgain } from '../client/messages/sign-in-again.ts'
import { toasts } from '../ui/toasts/toast-store.ts'
import { App } from './app.tsx'
import { pages } from './routing/pages.tsx'
import { navigationFor, type Page, pageAt } from './routing/routes.ts'

const Invitation = () => <p>Invitation {useParams().code}</p>

/** Pages as features would register them. */
const table: Page[] = [
  ...pages,
  { pattern: '/invited/:code', audience: 'visitor', title: 'Invitation', Component: Invitation },
  { pattern: '/numbers', audience: 'fan', title: 'Numbers', Component: () => <p>Numbers</p> },
  { pattern: '/reports', audience: 'administrator', title: 'Reports', Component: () => <p>Reports</p> },
]

const renderApp = (path: string) =>
  render(
    <InApp address={path}>
      <App table={table} />
    </InApp>,
  )

/** Stubs services without data, as the shell first reads them; the socket stays silent. */
const signedInAs = (user: { isAdmin: boolean } | null) => {
  const body = (path: string) => (path === '/api/auth/user' ? { ...user, email: 'ann@example.com' } : [])
  vi.stubGlobal(
    'WebSocket',
    class {
      static readonly OPEN = 1
      close() {}
    },
  )
  vi.stubGlobal('fetch', async (path: string) => {
    if (!user) return new Response('{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}', { status: 401 })
    return new Response(JSON.stringify(body(path)))
  })
}

beforeEach(() => {
  signedInAs(null)
  // No redirect to the sign-in page is pending.
  window.dispatchEvent(new Event('pageshow'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

describe('App for a visitor', () => {
  test('shows the landing page at the root', async () => {
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Rev up your race day' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/api/login')
  })
  test('asks a visitor to sign in on a page of the app', async () => {
    renderApp('/tipping')
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
    expect(screen.getByText('Unauthorized')).toBeTruthy()
  })
  test('shows a page for visitors with the parameter of its address', async () => {
    renderApp('/invited/K7Q2P')
    expect(await screen.findByText('Invitation K7Q2P')).toBeTruthy()
    expect(document.title).toBe('Invitation – Purple Sector')
    expect(screen.queryByRole('navigation')).toBeNull()
  })
  test('asks a visitor to sign in on a page outside of the navigation', async () => {
    renderApp('/numbers')
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
    expect(screen.queryByText('Numbers')).toBeNull()
  })
  test('shows a 404 to a visitor at an unknown address', async () => {
    renderApp('/nowhere')
    expect(await screen.findByRole('heading', { name: 'This page ran wide' })).toBeTruthy()
  })
})

describe('App for a fan', () => {
  beforeEach(() => signedInAs({ isAdmin: false }))

  test('shows pages for visitors and for fans in the shell', async () => {
    renderApp('/invited/K7Q2P')
    expect(await screen.findByText('Invitation K7Q2P')).toBeTruthy()
    expect(document.title).toBe('Invitation – Purple Sector')
    // The tabs, and the bar of a phone, which is not shown on this screen.
    const bars = screen.getAllByLabelText('Pages')
    expect(bars.map(({ textContent }) => textContent)).toEqual(
      Array(2).fill(
        navigationFor(pages, 'fan')
          .map(({ navigation }) => navigation.label)
          .join(''),
      ),
    )
  })
  test.each([
    ['/admin', 'Race Weekends', "You don't have permission to access the race weekends setup."],
    ['/reports', 'Reports', "You don't have permission to access this page."],
  ])('denies a fan access to %s', async (path, title, text) => {
    renderApp(path)
    expect(await screen.findByText('Access Denied')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(document.title).toBe(`${title} – Purple Sector`)
  })
  test('shows a 404 to a fan at an unknown address', async () => {
    renderApp('/seasons')
    expect(await screen.findByRole('link', { name: 'Back to the dashboard' })).toBeTruthy()
  })
  test('shows a standalone page below the header, without the weekend and the tabs', async () => {
    renderApp('/history')
    expect(await screen.findByText('Coming Soon')).toBeTruthy()
    expect(document.title).toBe('History – Purple Sector')
    expect(screen.queryByLabelText('Pages')).toBeNull()
    expect(screen.getByRole('link', { name: 'Purple Sector' }).getAttribute('href')).toBe('/')
  })
})

test('opens a page for administrators to an administrator', async () => {
  signedInAs({ isAdmin: true })
  renderApp('/reports')
  expect(await screen.findByText('Reports')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^(Race Weekends|Setup)$/, hidden: true })).toHaveLength(2)
})

describe('App when the session ends', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    window.dispatchEvent(new Event('pageshow'))
  })
  afterEach(() => {
    vi.useRealTimers()
    window.dispatchEvent(new Event('pageshow'))
  })

  test('redirects to the sign-in page once, after half a second, with the address to return to', () => {
    const navigate = vi.fn()
    signInAgain(navigate, { pathname: '/my-tips', search: '?tab=2' })
    signInAgain(navigate, { pathname: '/my-tips', search: '?tab=2' })
    vi.advanceTimersByTime(499)
    expect(navigate).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fmy-tips%3Ftab%3D2')
  })
  test('shows the reason until the page is left and suppresses later failures', () => {
    signInAgain(vi.fn(), { pathname: '/tipping', search: '' })
    notify({ title: 'Error submitting tip', message: 'Unauthorized', kind: 'error' })
    expect(toasts.current()?.title).toBe('Unauthorized')
    window.dispatchEvent(new Event('pageshow'))
    notify({ title: 'Tip submitted successfully!' })
    expect(toasts.current()?.title).toBe('Tip submitted successfully!')
  })
})

test('treats pages that are not registered as unknown', () => {
  for (const path of [
    '/',
    '/tipping',
    '/tipping/',
    '/groups',
    '/my-tips',
    '/leaderboard',
    '/race-chat',
    '/profile',
    '/analytics',
    '/history',
    '/admin',
  ])
    expect(pageAt(pages, path, 'visitor')).toBeDefined()
  for (const path of ['/groups/1', '/history/1', '/tippings', '/tipping/1'])
    expect(pageAt(pages, path, 'administrator')).toBeUndefined()
})

test('shows the link to Setup to administrators only', () => {
  expect(navigationFor(pages, 'fan').map(({ pattern }) => pattern)).not.toContain('/admin')
  expect(navigationFor(pages, 'administrator').at(-1)?.navigation).toMatchObject({
    label: 'Race Weekends',
    phoneLabel: 'Setup',
  })
})
