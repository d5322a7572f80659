import type { Notification, PollResult, Reacted, Vote } from '@purple-sector/contracts/engagement/http'
import {
  carReply,
  categoryReply,
  notificationReply,
  raceReply,
  userReply,
  weekendReply,
} from '@purple-sector/testing/replies'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../../test/render-page.tsx'
import { DriverPollPage } from '../../features/driver-poll/routes/driver-poll-page.tsx'
import { UnreadNotifications } from '../../features/notifications/components/unread-count.tsx'
import { NotificationsTab } from '../../features/notifications/routes/notifications-tab.tsx'
import { ReactionBar } from '../../features/reactions/reaction-bar.tsx'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { FakeSocket } from './fake-socket.ts'
import { RealtimeProvider } from './realtime-provider.tsx'

const weekend = weekendReply()
const race = raceReply({ id: 1 })
const category = { categoryId: race.categoryId, category: race.category }
const cars = [carReply({ id: 7, driver: 'Jed Harrowell' }), carReply({ id: 31, driver: 'Tomas Kinnear' })]
const RESULT = { type: 'result', id: race.id } as const

/** The current replies of the services. */
type Replies = { vote: Vote | null; results: PollResult[]; reacted: Reacted[]; notifications: Notification[] }

const BEFORE: Replies = {
  vote: null,
  results: [{ ...category, driverName: 'Jed Harrowell', votes: 1, percentage: 100 }],
  reacted: [{ subject: RESULT, counts: { fire: 1, applause: 0, wow: 0, heartbreak: 0, laugh: 0 }, yours: [] }],
  notifications: [notificationReply({ id: 1, weekendId: weekend.id, title: 'You’re 3rd', isRead: false })],
}
/**
 * The state after the gap: the fan has voted and reacted on another device, other fans have too, and a notification
 * came.
 */
const AFTER: Replies = {
  vote: { weekendId: weekend.id, driverName: 'Tomas Kinnear', ...category, votedAt: '2026-11-21T03:44:00.000Z' },
  results: [
    { ...category, driverName: 'Tomas Kinnear', votes: 3, percentage: 75 },
    { ...category, driverName: 'Jed Harrowell', votes: 1, percentage: 25 },
  ],
  reacted: [{ subject: RESULT, counts: { fire: 1, applause: 0, wow: 12, heartbreak: 0, laugh: 0 }, yours: ['wow'] }],
  notifications: [
    notificationReply({ id: 2, weekendId: weekend.id, title: 'You’re 1st', isRead: false }),
    ...BEFORE.notifications,
  ],
}

let current: Replies
const repliesOf = ({ vote, results, reacted, notifications }: Replies): Record<string, unknown> => {
  const totalVotes = results.reduce((sum, { votes }) => sum + votes, 0)
  return {
    '/api/auth/user': userReply(),
    '/api/weekends': [weekend],
    '/api/groups/overview': { groups: [], invitations: [] },
    '/api/categories': [categoryReply()],
    [`/api/weekends/${weekend.id}/races`]: [race],
    [`/api/cars/${race.id}`]: cars,
    [`/api/driver-poll/${weekend.id}/user`]: vote,
    [`/api/driver-poll/${weekend.id}/results`]: results,
    [`/api/driver-poll/${weekend.id}/stats`]: { totalVotes, uniqueVoters: totalVotes, categoriesVoted: 1 },
    [`/api/fan-engagement/reactions/${weekend.id}?type=result`]: reacted,
    [`/api/notifications/${weekend.id}`]: notifications,
    [`/api/notifications/${weekend.id}/count`]: { count: notifications.filter(({ isRead }) => !isRead).length },
  }
}

beforeEach(() => {
  current = BEFORE
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async (path: string) => {
    const replies = repliesOf(current)
    return Response.json(path in replies ? replies[path] : [])
  })
})
afterEach(() => {
  toasts.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const openPollTab = (tab: string) =>
  openPage(
    <RealtimeProvider>
      <p data-testid="bell">
        <UnreadNotifications className={undefined} />
      </p>
      <ReactionBar scope={{ weekendId: weekend.id, groupId: null }} subject={RESULT} label="Reactions to Race 1" />
      <NotificationsTab weekend={weekend} />
      <DriverPollPage />
    </RealtimeProvider>,
    `/driver-poll?tab=${tab}`,
    userReply(),
    [weekend],
  )

/** Loses the connection, changes the services meanwhile without frames, and reconnects. */
const awayWhile = async (change: () => void) => {
  // Queries in flight when the socket first connected have been refetched by then.
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await act(() => FakeSocket.latest.onclose?.({ code: 1006 }))
  change()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await act(() => FakeSocket.latest.open())
}

test('shows current reactions, poll and notifications on open screens after a reconnect', async () => {
  openPollTab('statistics')
  await act(() => FakeSocket.latest.open())
  await screen.findByRole('button', { name: 'Fire, 1' })
  await screen.findByText('100% · led by Jed Harrowell')
  await within(screen.getByTestId('bell')).findByText('1 unread')
  await screen.findByRole('heading', { name: /^You’re 3rd/ })

  await awayWhile(() => {
    current = AFTER
  })
  expect((await screen.findByRole('button', { name: 'Wow, 12' })).getAttribute('aria-pressed')).toBe('true')
  await screen.findByText('100% · led by Tomas Kinnear')
  await within(screen.getByTestId('bell')).findByText('2 unread')
  await screen.findByRole('heading', { name: /^You’re 1st/ })
})

test('shows a vote cast on another device after a reconnect', async () => {
  openPollTab('vote')
  await act(() => FakeSocket.latest.open())
  await screen.findByText('You haven’t voted yet.')
  await awayWhile(() => {
    current = AFTER
  })
  await screen.findByRole('radio', { name: /Tomas Kinnear\s*YOUR VOTE/ })
})
