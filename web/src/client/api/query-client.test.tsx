import { type QueryClient, QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MARGIN_MS, setDelay } from '../spoiler/delay.ts'
import { useFirstRepliesDelayed } from '../spoiler/delayed-replies.ts'
import { learnServerTime } from '../time/server-clock.ts'
import { api } from './api.ts'
import { createQueryClient } from './query-client.ts'

const START = Date.parse('2026-11-21T04:00:00.000Z')
const KEY = ['board']

/** The server's current reply, and when it last changed, without the safety margin. */
let reply: { body: string; changedAt: number }
let requestCount: number
let client: QueryClient

const Board = ({ path }: { path: string }) => {
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.get<string>(path, { signal }) })
  const delayedUntil = useFirstRepliesDelayed()
  return <p>{data ?? (delayedUntil === null ? 'loading' : `held until ${(delayedUntil - START) / 1_000}`)}</p>
}

const openBoard = async (path = '/api/board') => {
  render(
    <QueryClientProvider client={client}>
      <Board path={path} />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const textOnScreen = () => document.querySelector('p')?.textContent
/** Waits this many seconds and returns the text on screen. */
const later = async (seconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
  // Released replies are on screen a moment later.
  for (let moment = 0; moment < 3; moment++) await act(() => vi.advanceTimersByTimeAsync(1))
  return textOnScreen()
}
const change = (body: string) => {
  reply = { body, changedAt: Date.now() }
}
const invalidate = () => act(async () => void client.invalidateQueries({ queryKey: KEY }))

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  learnServerTime(new Date(START).toISOString())
  requestCount = 0
  reply = { body: 'one', changedAt: START - 10_000 }
  vi.stubGlobal('fetch', async () => {
    requestCount++
    return Response.json(reply.body, {
      headers: { 'last-changed': new Date(reply.changedAt - MARGIN_MS).toISOString() },
    })
  })
  client = createQueryClient()
  setDelay(30)
})
afterEach(() => {
  setDelay(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('shows until when a first reply is delayed, and shows the reply at that time', async () => {
  await openBoard()
  expect(textOnScreen()).toBe('held until 20')
  expect(await later(19.9)).toBe('held until 20')
  expect(await later(0.1)).toBe('one')
  expect(requestCount).toBe(1)
})

test('shows a reply that is old enough at once', async () => {
  reply.changedAt = START - 30_000
  await openBoard()
  expect(textOnScreen()).toBe('one')
})

test('shows no reply early with a slightly wrong clock', async () => {
  reply.changedAt = START + MARGIN_MS
  await openBoard()
  expect(await later(30)).toBe('held until 30.25')
  expect(await later(0.2)).toBe('held until 30.25')
  expect(await later(0.05)).toBe('one')
})

test('keeps the reply on screen while a newer one is delayed', async () => {
  reply.changedAt = START - 60_000
  await openBoard()
  change('two')
  await invalidate()
  expect(await later(29.9)).toBe('one')
  expect(await later(0.1)).toBe('two')
})

test('discards no reply of a repeatedly invalidated query, and shows the last one too', async () => {
  reply.changedAt = START - 60_000
  await openBoard()
  change('two')
  for (let second = 0; second < 29; second++) {
    await invalidate()
    if (second === 10) change('three')
    await later(1)
  }
  expect(textOnScreen()).toBe('one')
  expect(await later(1)).toBe('two')
  expect(await later(11)).toBe('three')
})

test('shows every change in its own time, however often its query is invalidated', async () => {
  reply.changedAt = START - 60_000
  await openBoard()
  const renders: [number, string][] = []
  for (let second = 0; second < 80; second++) {
    if (second % 4 === 0 && second < 40) {
      change(`change of ${second}`)
      await invalidate()
    }
    const text = await later(1)
    if (text !== renders.at(-1)?.[1]) renders.push([second, text ?? ''])
  }
  const changes = Array.from({ length: 10 }, (_, index) => `change of ${index * 4}`)
  expect(renders.map(([, text]) => text)).toEqual(['one', ...changes])
  for (const [second, text] of renders.slice(1)) expect(second - Number(text.split(' ').at(-1)) - 30).toBeLessThan(2)
  for (const [second, text] of renders.slice(1))
    expect(second - Number(text.split(' ').at(-1)) - 29).toBeGreaterThanOrEqual(0)
})

test('releases at once with a shorter delay and waits longer with a longer one', async () => {
  await openBoard()
  act(() => setDelay(60))
  expect(textOnScreen()).toBe('held until 50')
  expect(await later(40)).toBe('held until 50')
  act(() => setDelay(0))
  expect(await later(0)).toBe('one')
})

test('delays the reply of a write as well', async () => {
  const got: string[] = []
  void api.post<string>('/api/social-share/generate').then((body) => got.push(body))
  await later(19)
  expect(got).toEqual([])
  await later(1)
  expect(got).toEqual(['one'])
})

test('shows every reply of a query that waits before it fetches in its own time', async () => {
  reply.changedAt = START - 60_000
  let text = 'loading'
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      await Promise.resolve()
      return api.get<string>('/api/board', { signal })
    },
  })
  const stop = observer.subscribe(({ data }) => {
    text = data ?? text
  })
  await later(1)
  expect(text).toBe('one')
  change('two')
  for (let second = 0; second < 29; second++) {
    await invalidate()
    if (second === 10) change('three')
    await later(1)
  }
  expect(text).toBe('one')
  await later(1)
  expect(text).toBe('two')
  await later(11)
  expect(text).toBe('three')
  stop()
})

test('reports a read without a query, and delays it too', async () => {
  const logError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const got: string[] = []
  void api.get<string>('/api/board').then((body) => got.push(body))
  await later(19)
  expect(got).toEqual([])
  await later(1)
  expect(got).toEqual(['one'])
  expect(logError).toHaveBeenCalledWith('/api/board was read by no query, or without the signal of its query')
  logError.mockRestore()
})

test('shows race control’s replies at once', async () => {
  await openBoard('/api/admin/races')
  expect(textOnScreen()).toBe('one')
})

test('refetches a query that was cancelled while delayed', async () => {
  await openBoard()
  expect(textOnScreen()).toBe('held until 20')
  await act(() => client.cancelQueries({ queryKey: KEY }))
  expect(textOnScreen()).toBe('loading')
  change('two')
  await invalidate()
  expect(await later(20)).toBe('held until 30')
  expect(await later(10)).toBe('two')
  expect(screen.getByText('two')).toBeTruthy()
})
