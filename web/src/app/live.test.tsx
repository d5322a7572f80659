import type { Group } from '@purple-sector/contracts/groups/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { groupReply, weekendReply } from '@purple-sector/testing/replies'
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userQuery } from '../features/session/user-query.ts'
import { ActiveWeekendProvider } from '../features/weekends/active-weekend.tsx'
import { useFollowWeekend } from '../features/weekends/followed-weekend.ts'
import { weekendsQuery } from '../features/weekends/weekend-queries.ts'
import { useLive } from '../lib/live.ts'
import { invalidateOlderThan, registerLive } from '../lib/live-features.ts'
import { notify } from '../lib/notify.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { toasts } from '../ui/toast-store.ts'
import { FakeSocket } from './fake-socket.ts'
import { LiveProvider } from './live.tsx'
import { retryWords } from './shell/standings-line.tsx'

const asked: string[] = []
registerLive('test', {
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === 'board'),
})

let client: QueryClient
let groups: Group[]
/** For how long nothing has changed, when the socket subscribes. */
let unchangedForMs: number

/** What the board is answered by; it waits for that. */
let answered: Promise<Entry[]>

const Screen = () => {
  const { state } = useLive()
  const board = useQuery<Entry[]>({
    queryKey: ['board'],
    queryFn: async () => {
      asked.push('board')
      return answered
    },
  })
  return <p>{board.isPending ? 'loading' : `${state} with a board`}</p>
}

const OfWeekend2 = () => {
  useFollowWeekend(2)
  return null
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path === '/api/groups/overview' ? { groups, invitations: [] } : [weekendReply()]),
  )
  groups = []
  unchangedForMs = 0
  answered = Promise.resolve([])
  asked.length = 0
  client = createQueryClient()
  client.setQueryData(userQuery.queryKey, null)
  client.setQueryData(weekendsQuery.queryKey, [weekendReply()])
  client.setQueryData(['board'], [])
  render(
    <QueryClientProvider client={client}>
      <ActiveWeekendProvider>
        <LiveProvider>
          <Screen />
        </LiveProvider>
      </ActiveWeekendProvider>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  toasts.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const open = () => act(() => FakeSocket.newest.opens(unchangedForMs))

test('follows the active weekend, and asks for nothing that it has', async () => {
  await open()
  await pass(1_000)
  expect(FakeSocket.newest.sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
  expect(screen.getByText('LIVE with a board')).toBeTruthy()
  expect(asked).toEqual([])
})

test('follows the groups of the user as soon as they are known, those of the weekend among them', async () => {
  groups = [groupReply({ id: 9, weekendId: 2 }), groupReply({ id: 7 })]
  await open()
  await pass(1_000)
  expect(FakeSocket.newest.sent).toEqual([
    { type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true },
    { type: 'subscribe', weekendId: 1, groupIds: [7, 9], timingChanges: true },
  ])
})

test('follows the weekend of what is open as long as that is', async () => {
  await open()
  const view = render(<OfWeekend2 />)
  await pass(1)
  expect(FakeSocket.newest.sent.at(-1)).toMatchObject({ type: 'subscribe', weekendId: 2 })
  view.unmount()
  await pass(1)
  expect(FakeSocket.newest.sent.at(-1)).toMatchObject({ type: 'subscribe', weekendId: 1 })
})

test('what was fetched before the subscription is asked again once, unless a frame has told it since', async () => {
  await pass(100)
  await open()
  await pass(5_000)
  expect(asked).toEqual(['board'])
  await pass(60_000)
  expect(asked).toEqual(['board'])
})

test('what was fetched since the last change is not asked again', async () => {
  await pass(100)
  unchangedForMs = 60_000
  await open()
  await pass(60_000)
  expect(asked).toEqual([])
})

test('what may have changed between its reply and the subscription is here within a second', async () => {
  await pass(3_000)
  // Heard by the gateway after the reply, or shortly before: services hear of a change one after another.
  unchangedForMs = 9_000
  await open()
  await pass(999)
  expect(asked).toEqual(['board'])
})

test('what is asked for since the last change is waited for, and not asked once more', async () => {
  const reply = Promise.withResolvers<Entry[]>()
  answered = reply.promise
  await pass(60_000)
  act(() => void client.invalidateQueries({ queryKey: ['board'] }))
  await pass(20_000)
  // All that is known is older than the change of 40 s ago; what is on its way is not.
  unchangedForMs = 40_000
  await open()
  await pass(1_000)
  expect(asked).toEqual(['board'])
  reply.resolve([])
  await pass(60_000)
  expect(asked).toEqual(['board'])
})

test('what was asked for before the last change is asked again at once', async () => {
  answered = new Promise(() => {})
  await pass(10_000)
  act(() => void client.invalidateQueries({ queryKey: ['board'] }))
  await pass(50_000)
  unchangedForMs = 40_000
  await open()
  await pass(1_000)
  expect(asked).toEqual(['board', 'board'])
})

test('what was under way when something changed is asked again once it is here', async () => {
  let answer = (_: unknown[]) => {}
  const slow = vi.fn(() => new Promise<unknown[]>((resolve) => (answer = resolve)))
  const under = client.fetchQuery({ queryKey: ['slow'], queryFn: slow })
  await open()
  await pass(1_000)
  answer([])
  await under
  await pass(999)
  expect(client.getQueryState(['slow'])?.isInvalidated).toBe(true)
})

test('what came after the subscription is not asked again', async () => {
  await pass(100)
  await open()
  await pass(1)
  client.setQueryData(['board'], [])
  await pass(5_000)
  expect(asked).toEqual([])
})

test('after a gap what is older is asked for once, and nothing flashes', async () => {
  await open()
  await act(() => FakeSocket.newest.onclose?.({ code: 1006 }))
  expect(screen.getByText('OFFLINE with a board')).toBeTruthy()
  await pass(10_000)
  await open()
  expect(screen.getByText('LIVE with a board')).toBeTruthy()
  await pass(1_000)
  expect(asked).toEqual(['board'])
})

test('after a gap what the first frames have told is not asked for', async () => {
  await open()
  await act(() => FakeSocket.newest.onclose?.({ code: 1006 }))
  await pass(10_000)
  await open()
  await pass(1)
  client.setQueryData(['board'], [])
  await pass(1_000)
  expect(asked).toEqual([])
})

test('a feature that comes with its page hears the next frame', async () => {
  await open()
  const onFrame = vi.fn()
  registerLive('loaded later', { onFrame })
  await act(() => FakeSocket.newest.says({ type: 'pong', data: { serverTime: new Date().toISOString() } }))
  expect(onFrame).toHaveBeenCalledExactlyOnceWith(client, expect.objectContaining({ type: 'pong' }))
})

test('while LIVE what is on screen is asked for every 5 minutes', async () => {
  await open()
  await pass(5 * 60_000)
  expect(asked).toEqual(['board'])
})

test.each([
  [{ type: 'race_completed', data: { race: { id: 1, name: 'Race 2' }, revision: 1 } }, 'Race 2 has finished!'],
  [{ type: 'result_corrected', data: { race: { id: 1, name: 'Race 2' } } }, 'The result of Race 2 was corrected'],
])('a result is told', async (frame, text) => {
  await open()
  await act(() => FakeSocket.newest.says(frame as Pick<ServerFrame, 'type' | 'data'>))
  expect(toasts.current()).toMatchObject({ title: 'Race Results Updated', text })
  expect(toasts.current()?.detail).toBeUndefined()
})

test('a withdrawal is told as one, and a change of status alone alarms nobody', async () => {
  await open()
  const says = (type: string, status: string) => {
    const frame = { type, data: { race: { id: 1, name: 'Race 2' }, revision: 2, status, reason: null } }
    return act(() => FakeSocket.newest.says(frame as Pick<ServerFrame, 'type' | 'data'>))
  }
  await says('result_status', 'official')
  expect(toasts.current()).toBeUndefined()
  await says('result_corrected', 'cancelled')
  expect(toasts.current()).toMatchObject({
    title: 'Race Results Updated',
    text: 'The result of Race 2 was withdrawn',
  })
})

test('a result takes no place of what the fan is told of their own tip', async () => {
  await open()
  notify({ title: 'Tip submitted successfully!' })
  const data = { race: { id: 1, name: 'Race 2' }, revision: 1 }
  await act(() => FakeSocket.newest.says({ type: 'race_completed', data } as Pick<ServerFrame, 'type' | 'data'>))
  expect(toasts.current()).toMatchObject({ title: 'Tip submitted successfully!' })
  act(() => toasts.dismiss())
  expect(toasts.current()).toMatchObject({ text: 'Race 2 has finished!' })
})

test('a correction is told with its reason, beside the line of the contract', async () => {
  await open()
  const data = { race: { id: 1, name: 'Race 2' }, revision: 2, status: 'amended', reason: '5 s penalty for car 7' }
  await act(() => FakeSocket.newest.says({ type: 'result_corrected', data } as Pick<ServerFrame, 'type' | 'data'>))
  const text = 'The result of Race 2 was corrected'
  expect(toasts.current()).toMatchObject({ title: 'Race Results Updated', text, detail: '5 s penalty for car 7' })
})

test.each([
  [10_000, 'Trying again in 10 seconds.'],
  [9_001, 'Trying again in 10 seconds.'],
  [1_000, 'Trying again in 1 second.'],
  [0, 'Trying again...'],
])('%d ms before the next attempt: %s', (left, words) => {
  expect(retryWords(50_000 + left, 50_000)).toBe(words)
  expect(retryWords(null, 50_000)).toBe('Trying again...')
})

test('what the server ended for good is not tried again, and is not said to be', () => {
  expect(retryWords('never', 50_000)).toBe('Reload the page to reconnect.')
})
