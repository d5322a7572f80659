import { auditEntrySchema } from '@purple-sector/contracts/admin/http'
import { chatPersonSchema, moderatedMessageSchema, muteSchema, roomSchema } from '@purple-sector/contracts/chat/http'
import { weekendSchema } from '@purple-sector/contracts/weekends/http'
import { messageReply, roomReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../../../test/create-test-server.ts'
import { reconnect } from '../../../../../test/receive-frame.ts'
import { openPage } from '../../../../../test/render-page.tsx'
import { newestKey } from '../api/moderation-keys.ts'
import { ModerationTab } from './moderation-tab.tsx'

const weekends = [weekendReply(), weekendReply({ id: 2, name: 'Ironbark 400' })]

type ServerState = { messages?: object[]; mutes?: object[]; log?: object[] }

const messageBy = (id: number, userName: string, message: string, overrides: object = {}) => ({
  ...messageReply({ id, weekendId: 1, groupId: null, userId: `id-${userName}`, userName, message }),
  roomName: 'Southern Cross 500',
  deleted: null,
  ...overrides,
})

const fakeServer = ({ messages = [], mutes = [], log = [] }: ServerState) => {
  const requests: string[] = []
  const sent: { method: string; path: string; body: unknown }[] = []
  const rejections: Rejection[] = []
  const pages: object[][] = []
  const replyTo = (path: string): unknown => {
    if (path.startsWith('/api/admin/chat/messages')) {
      const older = path.includes('before=') ? (pages.shift() ?? []) : messages
      const visible = moderatedMessageSchema.array().parse(older)
      return visible.filter(({ groupId }) => !path.includes('groupId=') || path.includes(`groupId=${groupId}&`))
    }
    if (path.startsWith('/api/admin/chat/mutes')) return muteSchema.array().parse(mutes)
    if (path.startsWith('/api/admin/chat/people'))
      return chatPersonSchema.array().parse([{ userId: 'id-spammer', userName: 'spammer' }])
    if (path.startsWith('/api/admin/audit')) return auditEntrySchema.array().parse(log)
    if (path.startsWith('/api/admin/weekends')) return weekendSchema.array().parse(weekends)
    return roomSchema.array().parse([roomReply({ weekendId: 1, groupId: null, slowModeSeconds: 0 })])
  }
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    requests.push(`${method} ${path}`)
    if (method === 'GET') return Response.json(replyTo(path))
    sent.push({ method, path, body: JSON.parse(String(init.body)) })
    const rejection = rejections.shift()
    if (rejection) return rejectionReply(rejection)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(JSON.parse(String(init.body)))
  }
  return { fetch, requests, sent, rejections, messages, pages }
}

const state: ServerState = {
  messages: [
    messageBy(12, 'spammer', 'FREE TIPS'),
    messageBy(11, 'ann', 'In our group', { weekendId: null, groupId: 7, roomName: 'Gate 9 Regulars' }),
    messageBy(10, 'bob', 'Gone', { deleted: { at: '2026-11-21T05:00:00.000Z', by: 'k.bright', reason: 'Spam.' } }),
  ],
  mutes: [
    {
      ...{ userId: 'id-bob', userName: 'bob', until: '2026-11-21T08:00:00.000Z', reason: 'Insults' },
      ...{ by: 'k.bright', at: '2026-11-21T05:00:00.000Z' },
    },
  ],
  log: [
    {
      ...{ id: 3, at: '2026-11-21T05:32:00.000Z', actor: { id: 'k', username: 'k.bright' }, action: 'message.deleted' },
      subject: { type: 'message', id: '9' },
      before: { weekendId: 1, groupId: null, userId: 'id-spammer', message: 'odds' },
      after: { reason: 'Insults a driver.' },
    },
  ],
}
const server = createTestServer(fakeServer, state)
const openModeration = (search = '?tab=moderation') =>
  openPage(<ModerationTab />, `/admin${search}`, userReply({ isAdmin: true }), [weekendReply()])
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const choose = async (item: string) => fireEvent.click(await screen.findByRole('menuitem', { name: item }))
const list = (name: string) => screen.findByRole('list', { name })

test('lists messages of every chat with their room, and deleted ones with the reason', async () => {
  openModeration()
  const rows = within(await list('Messages')).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Race Chat'),
    expect.stringContaining('Gate 9 Regulars'),
    expect.stringContaining('Deleted by k.bright: Spam.'),
  ])
  expect(screen.queryByRole('button', { name: 'Delete message of bob' })).toBeNull()
})

test('deletes a group message with the reason of a chip', async () => {
  openModeration()
  await press('Delete message of ann')
  await press('Spoiler')
  await press('Delete message')
  expect(await screen.findByText('Message deleted successfully')).toBeTruthy()
  expect(server.sent).toEqual([
    {
      method: 'DELETE',
      path: '/api/admin/chat/group/11',
      body: { reason: 'Gives away a result.' },
    },
  ])
})

test('shows an error when a deletion fails', async () => {
  server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'Try again later.' })
  openModeration()
  await press('Delete message of spammer')
  await press('Spam')
  await press('Delete message')
  expect(await screen.findByText('Failed to delete message')).toBeTruthy()
  expect(screen.getByText('Try again later.')).toBeTruthy()
})

test('mutes a user for a time with a reason, and requires the reason', async () => {
  openModeration()
  await press('More for spammer')
  await choose('Mute spammer')
  const dialog = await screen.findByRole('dialog')
  const send = within(dialog).getByRole('button', { name: 'Mute' })
  fireEvent.click(send)
  expect(within(dialog).getByText('Please give a reason')).toBeTruthy()
  expect(server.sent).toEqual([])
  fireEvent.change(within(dialog).getByLabelText('For'), { target: { value: '1440' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Spam' }))
  fireEvent.click(send)
  expect(await screen.findByText('spammer is muted')).toBeTruthy()
  const [{ path, body } = { path: '', body: {} }] = server.sent
  expect(path).toBe('/api/admin/chat/mutes/id-spammer')
  expect(body).toEqual({ until: expect.any(String), reason: 'Spam.' })
  const hours = (Date.parse((body as { until: string }).until) - Date.now()) / 3_600_000
  expect(Math.round(hours)).toBe(24)
})

test('keeps the input of a rejected mute and shows why', async () => {
  server.rejections.push({ status: 409, code: 'IS_ADMINISTRATOR', message: 'Administrators can’t be muted.' })
  openModeration()
  await press('More for spammer')
  await choose('Mute spammer')
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Spam' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mute' }))
  expect(await screen.findByText('Administrators can’t be muted.')).toBeTruthy()
  expect(within(dialog).getByRole('textbox')).toHaveProperty('value', 'Spam.')
})

test('unmutes a user', async () => {
  openModeration()
  expect((await list('Muted')).textContent).toContain('by k.bright: Insults')
  await press('Unmute bob')
  expect(await screen.findByText('bob can write again')).toBeTruthy()
  expect(server.sent).toMatchObject([{ method: 'DELETE', path: '/api/admin/chat/mutes/id-bob' }])
})

test("enables slow mode in the weekend's chat", async () => {
  openModeration()
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Slow mode in Race Chat' })
  await waitFor(() => expect(select.disabled).toBe(false))
  fireEvent.change(select, { target: { value: '30' } })
  expect(await screen.findByText('Slow mode changed')).toBeTruthy()
  expect(server.sent).toEqual([
    { method: 'PUT', path: '/api/admin/chat/rooms/weekend/1', body: { slowModeSeconds: 30 } },
  ])
})

test('logs who did what to whom, and why', async () => {
  openModeration()
  const entry = within(await list('Audit log')).getByRole('listitem')
  await within(entry).findByText('spammer')
  expect(entry.textContent).toContain('k.bright')
  expect(entry.textContent).toContain('Insults a driver.')
  expect(entry.textContent).toContain('Race Chat: “odds”')
})

test('filters by chat, user and text, all stored in the URL', async () => {
  openModeration('?tab=moderation&chat=group-7&q=tips')
  expect(await screen.findByDisplayValue('tips')).toBeTruthy()
  await list('Messages')
  expect(server.requests).toContain('GET /api/admin/chat/messages?groupId=7&q=tips&limit=50')
  await press('More for ann')
  await choose('Messages of ann')
  await waitFor(() =>
    expect(server.requests).toContain('GET /api/admin/chat/messages?groupId=7&userId=id-ann&q=tips&limit=50'),
  )
  const chat = screen.getByRole('combobox', { name: 'Chat' })
  expect(await within(chat).findByRole('option', { name: 'Gate 9 Regulars' })).toHaveProperty('selected', true)
  expect(await within(chat).findByRole('option', { name: 'Race Chat: Ironbark 400' })).toBeTruthy()
  fireEvent.change(chat, { target: { value: '' } })
  await waitFor(() => expect(server.requests).toContain('GET /api/admin/chat/messages?userId=id-ann&q=tips&limit=50'))
})

test('shows new messages on request and loads older ones in pages', async () => {
  const page = Array.from({ length: 50 }, (_, index) => messageBy(100 - index, 'ann', `Message ${100 - index}`))
  server.serve({ messages: page })
  const client = openModeration()
  expect((await within(await list('Messages')).findAllByRole('listitem')).length).toBe(50)
  server.messages.unshift(messageBy(101, 'bob', 'Just now'))
  await client.refetchQueries({ queryKey: newestKey })
  const bar = await screen.findByRole('button', { name: '1 new message' })
  expect(screen.queryByText('Just now')).toBeNull()
  fireEvent.click(bar)
  expect(await screen.findByText('Just now')).toBeTruthy()
  server.messages.pop()
  server.pages.push([messageBy(2, 'bob', 'Long ago')])
  await press('Older messages')
  expect(await screen.findByText('Long ago')).toBeTruthy()
})

test('keeps loaded messages after a reconnect and shows new ones on request', async () => {
  server.serve({ messages: [messageBy(100, 'ann', 'Read long ago')] })
  const client = openModeration()
  await within(await list('Messages')).findByText('Read long ago')
  server.messages.unshift(messageBy(101, 'bob', 'In the gap'))
  reconnect(client, Date.now() + 1)
  expect(await screen.findByRole('button', { name: '1 new message' })).toBeTruthy()
  expect(screen.queryByText('In the gap')).toBeNull()
})

test('shows an empty state for a search without matches', async () => {
  server.serve({})
  openModeration('?tab=moderation&q=nothing')
  expect(await screen.findByText('No messages match your search.')).toBeTruthy()
  expect(screen.getByText('No one is muted.')).toBeTruthy()
  expect(screen.getByText('No moderation in the chats yet.')).toBeTruthy()
})
