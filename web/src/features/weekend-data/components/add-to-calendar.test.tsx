import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AddToCalendar } from './add-to-calendar.tsx'

afterEach(() => vi.unstubAllGlobals())

test('offers a calendar link to subscribe to and to copy', async () => {
  const clipboard = { writeText: vi.fn(async (_text: string) => {}) }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard }))
  const calendar = {
    title: 'Sessions',
    note: 'Up to date.',
    path: '/api/open/weekends/3/sessions.ics',
    inset: 20,
  } as const
  render(<AddToCalendar {...calendar} />, { wrapper: MantineProvider })
  const path = `${window.location.host}${calendar.path}`
  expect(screen.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toBe(`webcal://${path}`)
  fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }))
  await vi.waitFor(() => expect(clipboard.writeText).toHaveBeenCalledExactlyOnceWith(`http://${path}`))
})
