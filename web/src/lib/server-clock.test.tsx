import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnServerTime, useServerNow } from './server-clock.ts'

const Lock = ({ deadline }: { deadline: number }) => <p>{deadline <= useServerNow() ? 'locked' : 'open'}</p>
const inMs = (ms: number) => Date.now() + ms
const learn = (ms: number) => learnServerTime(new Date(inMs(ms)).toISOString())

beforeEach(() => {
  vi.useFakeTimers()
  learn(0)
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
  act(() => learn(59_000))
  expect(screen.getByText('open')).toBeTruthy()
  act(() => learn(60_000))
  expect(screen.getByText('locked')).toBeTruthy()
})
