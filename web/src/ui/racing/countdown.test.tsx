import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Countdown } from './countdown.tsx'

const START = new Date('2026-11-21T05:00:00Z')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const digits = () => screen.getByRole('timer').textContent

describe('Countdown', () => {
  test('runs every second and names its zone', () => {
    vi.setSystemTime(START.getTime() - 47 * 60_000 - 12_000)
    render(<Countdown to={START} units={false} />, { wrapper: MantineProvider })
    expect(digits()).toBe('00:47:12')
    expect(screen.getByText('ALMOST TIME')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1000))
    expect(digits()).toBe('00:47:11')
  })

  test('says at zero that the event is live', () => {
    vi.setSystemTime(START.getTime() - 30 * 60_000 - 500)
    render(<Countdown to={START} />, { wrapper: MantineProvider })
    act(() => vi.advanceTimersByTime(1000))
    expect(screen.getByText('CLOSING SOON')).toBeTruthy()
    act(() => vi.advanceTimersByTime(30 * 60_000))
    expect(screen.getAllByText('EVENT LIVE')).toHaveLength(1)
    expect(screen.queryByRole('timer')).toBeNull()
  })

  test('says that the event is live where it started early', () => {
    vi.setSystemTime(START.getTime() - 10 * 60_000)
    render(<Countdown to={START} isOn />, { wrapper: MantineProvider })
    expect(screen.getAllByText('EVENT LIVE')).toHaveLength(1)
    expect(screen.queryByRole('timer')).toBeNull()
  })

  test('announces the last 10, 2 and 1 minutes and never a second', () => {
    vi.setSystemTime(START.getTime() - 11 * 60_000)
    const { container } = render(<Countdown to={START} />, { wrapper: MantineProvider })
    const announcements: string[] = []
    const observer = () => {
      const words = [...container.querySelectorAll('[aria-live="polite"]')].map((region) => region.textContent).join('')
      if (words !== announcements.at(-1)) announcements.push(words)
    }
    observer()
    for (let second = 0; second < 11 * 60; second++) {
      act(() => vi.advanceTimersByTime(1000))
      observer()
    }
    expect(announcements).toEqual([
      'CLOSING SOON',
      'CLOSING SOON10 minutes to go',
      'CLOSING SOON2 minutes to go',
      'CLOSING SOON1 minute to go',
      'EVENT LIVE',
    ])
  })

  test('announces only its tag', () => {
    render(<Countdown to={1000} now={() => 0} />, { wrapper: MantineProvider })
    expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off')
    expect(screen.getByText('CLOSING SOON').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
  })

  test('shows a distant event in days', () => {
    render(<Countdown to={250 * 3_600_000} now={() => 0} />, { wrapper: MantineProvider })
    expect(digits()).toBe('10Days:10Hours:00Minutes')
  })

  test('names the days of a distant event where hours need no name', () => {
    const { rerender } = render(<Countdown to={100 * 3_600_000} now={() => 1_000} variant="rail" />, {
      wrapper: MantineProvider,
    })
    expect(digits()).toBe('99:59:59')
    rerender(<Countdown to={100 * 3_600_000} now={() => 0} variant="strip" />)
    act(() => vi.advanceTimersByTime(1000))
    expect(digits()).toBe('4Days:04Hours:00Minutes')
  })
})
