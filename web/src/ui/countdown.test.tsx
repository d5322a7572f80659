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

describe('a countdown', () => {
  test('runs every second and says its zone in words', () => {
    vi.setSystemTime(START.getTime() - 47 * 60_000 - 12_000)
    render(<Countdown to={START} units={false} />)
    expect(digits()).toBe('00:47:12')
    expect(screen.getByText('ALMOST TIME')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1000))
    expect(digits()).toBe('00:47:11')
  })

  test('tells when a zone begins, and at zero says that the event is live', () => {
    vi.setSystemTime(START.getTime() - 30 * 60_000 - 500)
    const onZone = vi.fn()
    render(<Countdown to={START} onZone={onZone} />)
    act(() => vi.advanceTimersByTime(1000))
    expect(onZone).toHaveBeenLastCalledWith('critical')
    expect(screen.getByText('CLOSING SOON')).toBeTruthy()
    act(() => vi.advanceTimersByTime(30 * 60_000))
    expect(onZone).toHaveBeenLastCalledWith('live')
    expect(onZone).toHaveBeenCalledTimes(2)
    expect(screen.queryByRole('timer')).toBeNull()
  })

  test('only the tag is announced', () => {
    render(<Countdown to={1000} now={() => 0} />)
    expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off')
    expect(screen.getByText('CLOSING SOON').getAttribute('aria-live')).toBe('polite')
  })

  test('what is far away is told in days', () => {
    render(<Countdown to={250 * 3_600_000} now={() => 0} />)
    expect(digits()).toBe('10Days:10Hours:00Minutes')
  })
})
