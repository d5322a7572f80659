import type { Notification } from '@purple-sector/contracts/engagement/http'
import { weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { toasts } from '../../../ui/toasts/toast-store.ts'
import { NotificationsTab } from './notifications-tab.tsx'

const weekend = weekendReply()
const notification = (overrides: Partial<Notification> = {}): Notification => ({
  id: 1,
  weekendId: weekend.id,
  type: 'position',
  title: 'You’re 3rd after Supercars Race 1',
  message: '+50 from Supercars Race 1. You’re on 50 and 3rd in the open competition.',
  link: '/leaderboard',
  isRead: false,
  createdAt: new Date().toISOString(),
  ...overrides,
})

let stored: Notification[]
let isBroken: boolean
let postedPaths: string[]

beforeEach(() => {
  stored = []
  isBroken = false
  postedPaths = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (isBroken) return new Response('{"code":"UNAVAILABLE","message":"Busy","requestId":"r"}', { status: 503 })
    // The seen report is sent with a delay, possibly during another test.
    if (path.endsWith('/seen')) return new Response(null, { status: 204 })
    if (method === 'POST') {
      postedPaths.push(path)
      const [, id] = /(\d+)\/read$/.exec(path) ?? []
      stored = stored.map((candidate) =>
        id === undefined || candidate.id === Number(id) ? { ...candidate, isRead: true } : candidate,
      )
      return Response.json(id === undefined ? { count: 0 } : stored.find((candidate) => candidate.id === Number(id)))
    }
    return Response.json(stored)
  })
})
afterEach(() => {
  toasts.clear()
  vi.unstubAllGlobals()
})

const Address = () => <p>{useLocation().pathname}</p>
const openNotifications = () => {
  const client = createQueryClient()
  render(
    <InApp client={client} address="/here">
      <NotificationsTab weekend={weekend} />
      <Address />
    </InApp>,
  )
  return client
}
const sendNotification = (client: ReturnType<typeof createQueryClient>, data: Notification) =>
  act(() => receiveFrame(client, { type: 'notification', data, epoch: 'e' }))

test('shows an empty state, then notifications as they arrive', async () => {
  const client = openNotifications()
  expect(await screen.findByText('No Notifications')).toBeTruthy()
  expect(screen.getByText("You'll receive notifications about position changes and achievements here.")).toBeTruthy()
  sendNotification(client, notification())
  const item = within(await screen.findByRole('listitem'))
  expect(item.getByText(/^\+50 from/)).toBeTruthy()
  sendNotification(client, notification({ id: 2, weekendId: null, title: 'Of no weekend' }))
  sendNotification(client, notification({ id: 3, weekendId: 99, title: 'Of another weekend' }))
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  await vi.waitFor(() =>
    expect(titles()).toEqual(['Of no weekend, unread', 'You’re 3rd after Supercars Race 1, unread']),
  )
})

test('marks one notification as read, and all', async () => {
  stored = [
    notification({ id: 3, title: 'Three' }),
    notification({ id: 2, title: 'Two' }),
    notification({ title: 'One' }),
  ]
  openNotifications()
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as read: Two' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as read: Two' })).toBeNull())
  expect(postedPaths).toEqual(['/api/notifications/2/read'])
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull())
  expect(postedPaths.at(-1)).toBe(`/api/notifications/${weekend.id}/read-all`)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test.each(['Mark as read: Two', 'Mark all as read'])(
  'keeps the focus in the list when "%s" is removed',
  async (name) => {
    stored = [notification({ id: 2, title: 'Two' }), notification({ title: 'One', isRead: true })]
    openNotifications()
    const button = await screen.findByRole('button', { name })
    button.focus()
    fireEvent.click(button)
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Two' })))
  },
)

test('opens the linked page and marks the notification as read', async () => {
  stored = [notification()]
  openNotifications()
  fireEvent.click(await screen.findByRole('link', { name: 'You’re 3rd after Supercars Race 1' }))
  expect(screen.getByText('/leaderboard')).toBeTruthy()
  await vi.waitFor(() => expect(postedPaths).toEqual(['/api/notifications/1/read']))
})

test('shows an error and retries', async () => {
  isBroken = true
  openNotifications()
  expect(await screen.findByText('Couldn’t load your notifications')).toBeTruthy()
  isBroken = false
  stored = [notification()]
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('listitem')).toBeTruthy()
})

test("shows a toast at once, and adds the effect of a result to that result's toast", () => {
  const client = createQueryClient()
  sendNotification(client, notification({ id: 4, type: 'car-out', title: 'Car 88 is out', message: 'It has crashed.' }))
  expect(toasts.current()).toMatchObject({ title: 'Car 88 is out', text: 'It has crashed.' })
  toasts.clear()
  const race = { id: 1, name: 'Race 1', category: 'Supercars', weekendId: weekend.id }
  receiveFrame(client, { type: 'race_completed', data: { race, revision: 1 }, epoch: 'e' })
  sendNotification(client, notification())
  expect(toasts.current()).toMatchObject({
    ...{ title: 'Race Results Updated', text: 'Race 1 has finished!' },
    detail: '+50 from Supercars Race 1. You’re on 50 and 3rd in the open competition.',
  })
  expect(toasts.queue().waiting).toEqual([])
  toasts.dismiss()
  expect(toasts.current()).toBeUndefined()
  sendNotification(client, notification({ id: 5 }))
  expect(toasts.current()).toMatchObject({ title: 'You’re 3rd after Supercars Race 1' })
})

test('shows all achievements of one moment, but only the latest toast of a rescheduled session', () => {
  const client = createQueryClient()
  const unlocked = (id: number, message: string) =>
    sendNotification(client, notification({ id, type: 'achievement', title: 'New Achievement Unlocked!', message }))
  const moved = (id: number, message: string) =>
    sendNotification(client, notification({ id, type: 'session', title: 'Race 1 has moved', message }))
  sendNotification(
    client,
    notification({ id: 20, type: 'car-out', title: 'Car 88 is out', message: 'It has crashed.' }),
  )
  unlocked(21, 'On the Board')
  unlocked(22, 'Winner Picked')
  moved(23, 'Race 1 now starts at 14:05.')
  moved(23, 'Race 1 now starts at 14:20.')
  expect(toasts.queue().waiting.map(({ text }) => text)).toEqual([
    ...['On the Board', 'Winner Picked', 'Race 1 now starts at 14:20.'],
  ])
})
