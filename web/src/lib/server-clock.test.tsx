import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnServerTime, useIsPast } from './server-clock.ts'

const Lock = ({ deadline }: { deadline: string | null }) => <p>{useIsPast(deadline) ? 'locked' : 'open'}</p>
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

beforeEach(() => {
  vi.useFakeTimers()
  learnServerTime(new Date().toISOString())
})
afterEach(() => vi.useRealTimers())

test('a deadline comes without any message', () => {
  render(<Lock deadline={inMs(60_000)} />)
  expect(screen.getByText('open')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('locked')).toBeTruthy()
})

test('by the server’s clock, not ours', () => {
  render(<Lock deadline={inMs(60_000)} />)
  act(() => learnServerTime(inMs(59_000)))
  expect(screen.getByText('open')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(screen.getByText('locked')).toBeTruthy()
})

test('what has no deadline stays open', () => {
  render(<Lock deadline={null} />)
  act(() => void vi.advanceTimersByTime(10_000_000))
  expect(screen.getByText('open')).toBeTruthy()
})

test('a deadline in two months is not taken for one that has passed', () => {
  render(<Lock deadline={inMs(60 * 24 * 3_600_000)} />)
  act(() => void vi.advanceTimersByTime(30 * 24 * 3_600_000))
  expect(screen.getByText('open')).toBeTruthy()
})
