import type { Group } from '@purple-sector/contracts/groups/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { groupReply, notificationReply, weekendReply } from '@purple-sector/testing/replies'
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../client/api/query-client.ts'
import { notify } from '../../client/messages/notify.ts'
import { useLive } from '../../client/realtime/realtime-context.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { useFollowWeekend } from '../../features/weekend-data/api/followed-weekend.ts'
import { weekendsQuery } from '../../features/weekend-data/api/weekend-queries.ts'
import { ActiveWeekendProvider } from '../../features/weekend-data/components/active-weekend.tsx'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { FakeSocket } from './fake-socket.ts'
import { RealtimeProvider } from './realtime-provider.tsx'

const requests: string[] = []

let client: QueryClient
let groups: Group[]
/** For how long nothing has changed when the socket subscribes, in ms. */
let unchangedForMs: number

/** The board's reply, which a test may delay. */
let boardReply: Promise<Entry[]>

const Screen = () => {
  const { state } = useLive()
  const board = useQuery<Entry[]>({
    queryKey: ['board'],
    queryFn: async () => {
      requests.push('board')
      return boardReply
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
  boardReply = Promise.resolve([])
  requests.length = 0
  client = createQueryClient()
  client.setQueryData(userQuery.queryKey, null)
  client.setQueryData(weekendsQuery.queryKey, [weekendReply()])
  client.setQueryData(['board'], [])
  render(
    <QueryClientProvider client={client}>
      <ActiveWeekendProvider>
        <RealtimeProvider>
          <Screen />
        </RealtimeProvider>
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
const openSocket = () => act(() => FakeSocket.latest.open(unchangedForMs))

test('follows the active weekend and fetches no data that is cached already', async () => {
  await openSocket()
  await pass(1_000)
  expect(FakeSocket.latest.sent).toEqual([{ type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true }])
  expect(screen.getByText('LIVE with a board')).toBeTruthy()
  expect(requests).toEqual([])
})

test('follows the user’s groups as soon as they are known, those of the weekend among them', async () => {
  groups = [groupReply({ id: 9, weekendId: 2 }), groupReply({ id: 7 })]
  await openSocket()
  await pass(1_000)
  expect(FakeSocket.latest.sent).toEqual([
    { type: 'subscribe', weekendId: 1, groupIds: [], timingChanges: true },
    { type: 'subscribe', weekendId: 1, groupIds: [7, 9], timingChanges: true },
  ])
})

test('follows the weekend of an open dialog while it is open', async () => {
  await openSocket()
  const view = render(<OfWeekend2 />)
  await pass(1)
  expect(FakeSocket.latest.sent.at(-1)).toMatchObject({ type: 'subscribe', weekendId: 2 })
  view.unmount()
  await pass(1)
  expect(FakeSocket.latest.sent.at(-1)).toMatchObject({ type: 'subscribe', weekendId: 1 })
})

test('refetches data from before the subscription once, unless a frame has updated it', async () => {
  await pass(100)
  await openSocket()
  await pass(5_000)
  expect(requests).toEqual(['board'])
  await pass(60_000)
  expect(requests).toEqual(['board'])
})

test('does not refetch data that was fetched since the last change', async () => {
  await pass(100)
  unchangedForMs = 60_000
  await openSocket()
  await pass(60_000)
  expect(requests).toEqual([])
})

test('refetches data within a second that may have changed between its reply and the subscription', async () => {
  await pass(3_000)
  // The gateway heard of it after the reply, or shortly before: services hear of a change one after another.
  unchangedForMs = 9_000
  await openSocket()
  await pass(999)
  expect(requests).toEqual(['board'])
})

test('waits for a request sent since the last change and does not repeat it', async () => {
  const reply = Promise.withResolvers<Entry[]>()
  boardReply = reply.promise
  await pass(60_000)
  act(() => void client.invalidateQueries({ queryKey: ['board'] }))
  await pass(20_000)
  // Everything cached is older than the change of 40 s ago; the requests in flight are not.
  unchangedForMs = 40_000
  await openSocket()
  await pass(1_000)
  expect(requests).toEqual(['board'])
  reply.resolve([])
  await pass(60_000)
  expect(requests).toEqual(['board'])
})

test('refetches data at once that was requested before the last change', async () => {
  boardReply = new Promise(() => {})
  await pass(10_000)
  act(() => void client.invalidateQueries({ queryKey: ['board'] }))
  await pass(50_000)
  unchangedForMs = 40_000
  await openSocket()
  await pass(1_000)
  expect(requests).toEqual(['board', 'board'])
})

test('refetches a query in flight at a change as soon as its reply arrives', async () => {
  let resolveReply = (_: unknown[]) => {}
  const slow = vi.fn(() => new Promise<unknown[]>((resolve) => (resolveReply = resolve)))
  const inFlight = client.fetchQuery({ queryKey: ['slow'], queryFn: slow })
  await openSocket()
  await pass(1_000)
  resolveReply([])
  await inFlight
  await pass(999)
  expect(client.getQueryState(['slow'])?.isInvalidated).toBe(true)
})

test('does not refetch data that came after the subscription', async () => {
  await pass(100)
  await openSocket()
  await pass(1)
  client.setQueryData(['board'], [])
  await pass(5_000)
  expect(requests).toEqual([])
})

test('refetches stale data once after a gap, without flashing', async () => {
  await openSocket()
  await act(() => FakeSocket.latest.onclose?.({ code: 1006 }))
  expect(screen.getByText('OFFLINE with a board')).toBeTruthy()
  await pass(10_000)
  await openSocket()
  expect(screen.getByText('LIVE with a board')).toBeTruthy()
  await pass(1_000)
  expect(requests).toEqual(['board'])
})

test('does not refetch data after a gap that the first frames have updated', async () => {
  await openSocket()
  await act(() => FakeSocket.latest.onclose?.({ code: 1006 }))
  await pass(10_000)
  await openSocket()
  await pass(1)
  client.setQueryData(['board'], [])
  await pass(1_000)
  expect(requests).toEqual([])
})

test('applies a frame of a feature whose screens have not been opened', async () => {
  await openSocket()
  const data = notificationReply({ title: 'Race 2 is about to start' })
  await act(() => FakeSocket.latest.receive({ type: 'notification', data }))
  expect(toasts.current()).toMatchObject({ title: 'Race 2 is about to start' })
})

test('refetches the data on screen every 5 minutes while LIVE', async () => {
  await openSocket()
  await pass(5 * 60_000)
  expect(requests).toEqual(['board'])
})

test.each([
  [{ type: 'race_completed', data: { race: { id: 1, name: 'Race 2' }, revision: 1 } }, 'Race 2 has finished!'],
  [{ type: 'result_corrected', data: { race: { id: 1, name: 'Race 2' } } }, 'The result of Race 2 was corrected'],
])('announces a result', async (frame, text) => {
  await openSocket()
  await act(() => FakeSocket.latest.receive(frame as Pick<ServerFrame, 'type' | 'data'>))
  expect(toasts.current()).toMatchObject({ title: 'Race Results Updated', text })
  expect(toasts.current()?.detail).toBeUndefined()
})

test('announces a withdrawn result, but no mere change of status', async () => {
  await openSocket()
  const receiveResult = (type: string, status: string) => {
    const frame = { type, data: { race: { id: 1, name: 'Race 2' }, revision: 2, status, reason: null } }
    return act(() => FakeSocket.latest.receive(frame as Pick<ServerFrame, 'type' | 'data'>))
  }
  await receiveResult('result_status', 'official')
  expect(toasts.current()).toBeUndefined()
  await receiveResult('result_corrected', 'cancelled')
  expect(toasts.current()).toMatchObject({
    title: 'Race Results Updated',
    text: 'The result of Race 2 was withdrawn',
  })
})

test('queues a result behind a toast about the fan’s own tip', async () => {
  await openSocket()
  notify({ title: 'Tip submitted successfully!' })
  const data = { race: { id: 1, name: 'Race 2' }, revision: 1 }
  await act(() => FakeSocket.latest.receive({ type: 'race_completed', data } as Pick<ServerFrame, 'type' | 'data'>))
  expect(toasts.current()).toMatchObject({ title: 'Tip submitted successfully!' })
  act(() => toasts.dismiss())
  expect(toasts.current()).toMatchObject({ text: 'Race 2 has finished!' })
})

test('announces a correction with its reason beside the line of the contract', async () => {
  await openSocket()
  const data = { race: { id: 1, name: 'Race 2' }, revision: 2, status: 'amended', reason: '5 s penalty for car 7' }
  await act(() => FakeSocket.latest.receive({ type: 'result_corrected', data } as Pick<ServerFrame, 'type' | 'data'>))
  const text = 'The result of Race 2 was corrected'
  expect(toasts.current()).toMatchObject({ title: 'Race Results Updated', text, detail: '5 s penalty for car 7' })
})
