import { type QueryClient, QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../api.ts'
import { createQueryClient } from '../query-client.ts'
import { learnServerTime } from '../server-clock.ts'
import { MARGIN_MS, setDelay } from './delay.ts'
import { useFirstRepliesDelayed } from './delayed-replies.ts'

const START = Date.parse('2026-11-21T04:00:00.000Z')
const KEY = ['board']

/** What the server replies now, and when that last changed, without the safety margin. */
let world: { says: string; changedAt: number }
let asked: number
let client: QueryClient

const Board = ({ path }: { path: string }) => {
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.get<string>(path, { signal }) })
  const heldUntil = useFirstRepliesDelayed()
  return <p>{data ?? (heldUntil === null ? 'loading' : `held until ${(heldUntil - START) / 1_000}`)}</p>
}

const open = async (path = '/api/board') => {
  render(
    <QueryClientProvider client={client}>
      <Board path={path} />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const shown = () => document.querySelector('p')?.textContent
/** What is on screen this many seconds later. */
const later = async (seconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
  // Released replies are on screen a moment later.
  for (let moment = 0; moment < 3; moment++) await act(() => vi.advanceTimersByTimeAsync(1))
  return shown()
}
const change = (says: string) => {
  world = { says, changedAt: Date.now() }
}
const ask = () => act(async () => void client.invalidateQueries({ queryKey: KEY }))

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  learnServerTime(new Date(START).toISOString())
  asked = 0
  world = { says: 'one', changedAt: START - 10_000 }
  vi.stubGlobal('fetch', async () => {
    asked++
    return Response.json(world.says, {
      headers: { 'last-changed': new Date(world.changedAt - MARGIN_MS).toISOString() },
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

test('shows until when a first reply is delayed, and the reply at that time', async () => {
  await open()
  expect(shown()).toBe('held until 20')
  expect(await later(19.9)).toBe('held until 20')
  expect(await later(0.1)).toBe('one')
  expect(asked).toBe(1)
})

test('shows a reply that is old enough at once', async () => {
  world.changedAt = START - 30_000
  await open()
  expect(shown()).toBe('one')
})

test('shows nothing early with a slightly wrong clock', async () => {
  world.changedAt = START + MARGIN_MS
  await open()
  expect(await later(30)).toBe('held until 30.25')
  expect(await later(0.2)).toBe('held until 30.25')
  expect(await later(0.05)).toBe('one')
})

test('keeps what is on screen while a newer reply is delayed', async () => {
  world.changedAt = START - 60_000
  await open()
  change('two')
  await ask()
  expect(await later(29.9)).toBe('one')
  expect(await later(0.1)).toBe('two')
})

test('discards no reply when it is invalidated repeatedly, and shows the last one too', async () => {
  world.changedAt = START - 60_000
  await open()
  change('two')
  for (let second = 0; second < 29; second++) {
    await ask()
    if (second === 10) change('three')
    await later(1)
  }
  expect(shown()).toBe('one')
  expect(await later(1)).toBe('two')
  expect(await later(11)).toBe('three')
})

test('shows every change in its own time, however often it is invalidated', async () => {
  world.changedAt = START - 60_000
  await open()
  const seen: [number, string][] = []
  for (let second = 0; second < 80; second++) {
    if (second % 4 === 0 && second < 40) {
      change(`change of ${second}`)
      await ask()
    }
    const says = await later(1)
    if (says !== seen.at(-1)?.[1]) seen.push([second, says ?? ''])
  }
  const changes = Array.from({ length: 10 }, (_, index) => `change of ${index * 4}`)
  expect(seen.map(([, says]) => says)).toEqual(['one', ...changes])
  for (const [second, says] of seen.slice(1)) expect(second - Number(says.split(' ').at(-1)) - 30).toBeLessThan(2)
  for (const [second, says] of seen.slice(1))
    expect(second - Number(says.split(' ').at(-1)) - 29).toBeGreaterThanOrEqual(0)
})

test('releases at once with a shorter delay and waits longer with a longer one', async () => {
  await open()
  act(() => setDelay(60))
  expect(shown()).toBe('held until 50')
  expect(await later(40)).toBe('held until 50')
  act(() => setDelay(0))
  expect(await later(0)).toBe('one')
})

test('delays the reply of a write as well', async () => {
  const got: string[] = []
  void api.post<string>('/api/social-share/generate').then((says) => got.push(says))
  await later(19)
  expect(got).toEqual([])
  await later(1)
  expect(got).toEqual(['one'])
})

test('shows every reply of a query that waits before it fetches in its own time', async () => {
  world.changedAt = START - 60_000
  let shown = 'loading'
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      await Promise.resolve()
      return api.get<string>('/api/board', { signal })
    },
  })
  const stop = observer.subscribe(({ data }) => {
    shown = data ?? shown
  })
  await later(1)
  expect(shown).toBe('one')
  change('two')
  for (let second = 0; second < 29; second++) {
    await ask()
    if (second === 10) change('three')
    await later(1)
  }
  expect(shown).toBe('one')
  await later(1)
  expect(shown).toBe('two')
  await later(11)
  expect(shown).toBe('three')
  stop()
})

test('reports a read without a query, and delays it all the same', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const got: string[] = []
  void api.get<string>('/api/board').then((says) => got.push(says))
  await later(19)
  expect(got).toEqual([])
  await later(1)
  expect(got).toEqual(['one'])
  expect(said).toHaveBeenCalledWith('/api/board was read by no query, or without the signal of its query')
  said.mockRestore()
})

test('shows race control’s replies at once', async () => {
  await open('/api/admin/races')
  expect(shown()).toBe('one')
})

test('fetches again what was cancelled while delayed', async () => {
  await open()
  expect(shown()).toBe('held until 20')
  await act(() => client.cancelQueries({ queryKey: KEY }))
  expect(shown()).toBe('loading')
  change('two')
  await ask()
  expect(await later(20)).toBe('held until 30')
  expect(await later(10)).toBe('two')
  expect(screen.getByText('two')).toBeTruthy()
})
