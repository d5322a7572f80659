import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { learnServerTime, serverNow, useServerNow } from './server-clock.ts'

const Lock = ({ deadline }: { deadline: number }) => <p>{deadline <= useServerNow() ? 'locked' : 'open'}</p>
const inMs = (ms: number) => Date.now() + ms
const learn = (ms: number) => learnServerTime(new Date(inMs(ms)).toISOString())

beforeEach(() => {
  vi.useFakeTimers()
  learn(0)
})
afterEach(() => vi.useRealTimers())

test('passes a deadline without any message', () => {
  render(<Lock deadline={inMs(60_000)} />)
  expect(screen.getByText('open')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('locked')).toBeTruthy()
})

test('measures a deadline by the server’s clock', () => {
  render(<Lock deadline={inMs(60_000)} />)
  act(() => learn(59_000))
  expect(screen.getByText('open')).toBeTruthy()
  act(() => learn(60_000))
  expect(screen.getByText('locked')).toBeTruthy()
})

describe('learnServerTime over a slow connection', () => {
  const AHEAD_MS = 90_000
  /** Requests the server's time, with these travel times of request and reply. */
  const requestTime = (thereMs: number, backMs: number): void => {
    const requestedAt = Date.now()
    vi.advanceTimersByTime(thereMs)
    const serverTime = new Date(Date.now() + AHEAD_MS).toISOString()
    vi.advanceTimersByTime(backMs)
    learnServerTime(serverTime, requestedAt)
  }
  const behindMs = () => Date.now() + AHEAD_MS - serverNow()

  test('uses the fastest sample and is never ahead of the server', () => {
    requestTime(20, 3_000)
    expect(behindMs()).toBe(3_000)
    requestTime(2_000, 30)
    expect(behindMs()).toBe(30)
    requestTime(5, 4_000)
    expect(behindMs()).toBe(30)
  })

  test('follows a change of the local clock at once', () => {
    requestTime(10, 10)
    vi.setSystemTime(Date.now() + 60_000)
    learnServerTime(new Date(Date.now() + 30_000).toISOString(), Date.now())
    expect(serverNow()).toBe(Date.now() + 30_000)
  })

  test('uses the last eight samples, so that drifting clocks are followed', () => {
    learnServerTime(new Date(Date.now() + AHEAD_MS + 100).toISOString(), Date.now())
    for (let time = 0; time < 8; time++) requestTime(200, 10)
    expect(behindMs()).toBe(10)
  })
})
