import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { theme } from '../../ui/theme/theme.ts'
import { PageBoundary } from './page-boundary.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const breakWith = (message: string) => {
  const Broken = () => {
    throw new Error(message)
  }
  render(
    <MantineProvider theme={theme}>
      <PageBoundary page="/">
        <Broken />
      </PageBoundary>
    </MantineProvider>,
  )
}

test.each([
  'Failed to fetch dynamically imported module: https://app.test/assets/event-details.js',
  'error loading dynamically imported module: https://app.test/assets/event-details.js',
  'Importing a module script failed.',
  'Unable to preload CSS for https://app.test/assets/dialog.css',
])('shows a plain message instead of “%s” when a file failed to load', (message) => {
  breakWith(message)
  expect(screen.getByText('Part of it didn’t arrive.')).toBeTruthy()
  expect(screen.queryByText(/assets|module|preload/)).toBeNull()
})

test('shows other errors as they are', () => {
  breakWith('There’s no such weekend')
  expect(screen.getByText('There’s no such weekend')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})
