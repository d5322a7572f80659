import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notify } from '../lib/notify.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { signInAgain } from '../lib/sign-in-again.ts'
import { toasts } from '../ui/toast-store.ts'
import { App } from './app.tsx'
import { isAppPath, pagesFor } from './router.tsx'

const open = (path: string) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[path]}>
          <App />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('{"code":"UNAUTHORIZED","message":"Unauthorized","requestId":"r"}', { status: 401 }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  toasts.dismiss()
})

describe('a visitor', () => {
  test('sees the landing page at the root', async () => {
    open('/')
    expect(await screen.findByRole('heading', { name: 'Rev up your race day' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/api/login')
  })
  test('is told to sign in on a page of the app', async () => {
    open('/tipping')
    expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
    expect(screen.getByText('Unauthorized')).toBeTruthy()
  })
  test('gets a 404 anywhere else', async () => {
    open('/nowhere')
    expect(await screen.findByRole('heading', { name: 'This page ran wide' })).toBeTruthy()
  })
})

describe('the way to sign in', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    window.dispatchEvent(new Event('pageshow'))
  })
  afterEach(() => {
    vi.useRealTimers()
    window.dispatchEvent(new Event('pageshow'))
  })

  test('is taken once, after half a second, and leads back', () => {
    const go = vi.fn()
    signInAgain(go, { pathname: '/my-tips', search: '?tab=2' })
    signInAgain(go, { pathname: '/my-tips', search: '?tab=2' })
    vi.advanceTimersByTime(499)
    expect(go).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(go).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fmy-tips%3Ftab%3D2')
  })
  test('is told until the page is left: what failed because of it takes no place of it', () => {
    signInAgain(vi.fn(), { pathname: '/tipping', search: '' })
    notify({ title: 'Error submitting tip', message: 'Unauthorized', kind: 'error' })
    expect(toasts.current()?.title).toBe('Unauthorized')
    window.dispatchEvent(new Event('pageshow'))
    notify({ title: 'Tip submitted successfully!' })
    expect(toasts.current()?.title).toBe('Tip submitted successfully!')
  })
})

test('pages that are not there yet are no pages of the app', () => {
  for (const path of ['/', '/tipping', '/tipping/', '/my-tips', '/leaderboard', '/admin'])
    expect(isAppPath(path)).toBe(true)
  for (const path of ['/groups', '/profile', '/tippings', '/tipping/1']) expect(isAppPath(path)).toBe(false)
})

test('only administrators are shown the way to Setup', () => {
  expect(pagesFor({ isAdmin: false }).map(({ path }) => path)).not.toContain('/admin')
  expect(pagesFor({ isAdmin: true }).at(-1)).toMatchObject({ label: 'Race Weekends', phoneLabel: 'Setup' })
})
