import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { messageSchema, roomSchema } from '@purple-sector/contracts/chat/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import { messageFrom, raceReply, roomReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestServer, type Rejection, rejectionReply } from '../../../test/create-test-server.ts'
import { receiveFrame as applyReceived } from '../../../test/receive-frame.ts'
import { openPage } from '../../../test/render-page.tsx'
import { RaceChatPage } from './race-chat-page.tsx'

type ServerState = { messages: Message[]; room?: Room; races?: object[] }
type Sent = { message: string; key: string }

const me = userReply()

/** A fake chat service, as a browser sees it; messages are stored, rejected, or never reach it. */
const chatServer = (state: ServerState) => {
  const sent: Sent[] = []
  const rejections: (Rejection | 'offline')[] = []
  const readMarks: number[] = []
  const deleted: [string, unknown][] = []
  let isBroken = false
  const store = ({ message, key }: Sent): Message => {
    const storedMessage = state.messages.find(({ sentAs }) => sentAs === key)
    const stored = storedMessage ?? messageFrom(90 + sent.length, 'kerbsider', message, { userId: me.id, sentAs: key })
    if (!storedMessage) state.messages.push(stored)
    return messageSchema.parse(stored)
  }
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (init.method === 'DELETE') {
      deleted.push([pathname, JSON.parse(String(init.body))])
      return new Response(null, { status: 204 })
    }
    if (init.method === 'PUT') {
      readMarks.push(JSON.parse(String(init.body)).messageId)
      return Response.json({})
    }
    if (pathname === '/api/weekends/1/chat' && init.method === 'POST') {
      const { message } = JSON.parse(String(init.body))
      const key = new Headers(init.headers).get('idempotency-key') ?? ''
      sent.push({ message, key })
      const rejection = rejections.shift()
      if (rejection === 'offline') throw new TypeError('Failed to fetch')
      return rejection ? rejectionReply(rejection) : Response.json(store({ message, key }), { status: 201 })
    }
    if (pathname === '/api/weekends/1/chat') {
      if (isBroken) return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
      const before = Number(searchParams.get('before') ?? Number.POSITIVE_INFINITY)
      const page = state.messages.filter(({ id }) => id < before).slice(-Number(searchParams.get('limit')))
      return Response.json(messageSchema.array().parse(page))
    }
    if (pathname === '/api/chat/rooms') return Response.json(roomSchema.array().parse([state.room ?? roomReply()]))
    if (pathname === '/api/weekends/1/races') return Response.json(state.races ?? [])
    if (pathname.endsWith('/leaderboard'))
      return Response.json([], { headers: { 'x-board-version': '1', 'x-total-count': '0' } })
    return Response.json([])
  }
  return {
    fetch,
    sent,
    rejections,
    read: readMarks,
    deleted,
    state,
    breakDown: (broken = true) => {
      isBroken = broken
    },
  }
}

const server = createTestServer<ServerState, ReturnType<typeof chatServer>>(chatServer, { messages: [] })
const openRaceChat = (weekend = weekendReply()) => openPage(<RaceChatPage />, '/race-chat', me, [weekend])
const field = () => screen.findByRole('textbox', { name: 'Type your message...' })
const button = () => screen.getByRole('button', { name: /^Send message/ })
const list = () => screen.getByRole('region', { name: 'Messages' })
const write = async (text: string, key: object = { key: 'Enter' }) => {
  const input = await field()
  fireEvent.change(input, { target: { value: text } })
  fireEvent.keyDown(input, key)
  return input as HTMLInputElement
}
const receiveFrame = (client: ReturnType<typeof openRaceChat>, frame: Pick<ServerFrame, 'type' | 'data'>) =>
  act(() => applyReceived(client, { ...frame, epoch: 'e' } as ServerFrame))

beforeEach(() => {
  server.serve({ messages: [] })
  // jsdom has no layout, and the virtual list renders only rows that fit.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(860)
  return () => vi.restoreAllMocks()
})

const two = () => [
  messageFrom(1, 'dunlop_dave', 'KINNEAR. See https://a.test/9th.', {
    user: { ...messageFrom(1, 'dunlop_dave', '').user, trackStatus: 'at_track', chatStatus: 'hoarse' },
  }),
  messageFrom(2, 'kerbsider', 'I will take it.', { userId: me.id }),
]

describe('race chat', () => {
  test('shows messages with author and time', async () => {
    server.serve({
      messages: two(),
      room: roomReply({ messageCount: 1412 }),
      races: [raceReply({ completedAt: '2026-11-21T04:00:00.000Z' })],
    })
    openRaceChat(weekendReply({ status: 'live' }))
    expect(await screen.findByText('Chat with other fans about the Southern Cross 500')).toBeTruthy()
    expect(screen.getByText('LIVE EVENT')).toBeTruthy()
    expect(screen.getByText('20–22 Nov 2026')).toBeTruthy()
    expect(await screen.findByText('1,412 messages')).toBeTruthy()
    expect(await screen.findByText('dunlop_dave')).toBeTruthy()
    expect(list().textContent).toContain('- TRACKSIDE· hoarse3:30 pm')
    expect(screen.getByText('Race 1 has finished!')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'https://a.test/9th' })
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    // Only administrators delete messages in race chat.
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  })

  test('shows an empty state without messages', async () => {
    openRaceChat()
    expect(await screen.findByText('No messages yet')).toBeTruthy()
    expect(screen.getByText('Be the first to start the conversation about Southern Cross 500!')).toBeTruthy()
  })

  test('shows an error when messages fail to load, and retries', async () => {
    server.serve({ messages: two() })
    server.breakDown()
    openRaceChat()
    expect(await screen.findByText('Couldn’t load the messages')).toBeTruthy()
    server.breakDown(false)
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('I will take it.')).toBeTruthy()
  })

  test('shows a message without an active weekend', async () => {
    openPage(<RaceChatPage />, '/race-chat', me, [])
    expect(await screen.findByText('No Active Weekend')).toBeTruthy()
  })

  test('lets administrators delete a message with a reason', async () => {
    server.serve({ messages: two() })
    openPage(<RaceChatPage />, '/race-chat', { ...me, isAdmin: true }, [weekendReply()])
    fireEvent.click(await screen.findByRole('button', { name: 'Delete message of dunlop_dave' }))
    fireEvent.change(await screen.findByRole('textbox', { name: /^Reason/ }), { target: { value: 'Spam.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Delete message' }))
    await waitFor(() => expect(screen.queryByText('dunlop_dave')).toBeNull())
    expect(server.deleted).toEqual([['/api/admin/chat/weekend/1', { reason: 'Spam.' }]])
    expect(await screen.findByText('Message deleted successfully')).toBeTruthy()
  })

  test('sends read marks to the server', async () => {
    server.serve({ messages: two() })
    openRaceChat()
    await waitFor(() => expect(server.read).toEqual([2]))
  })
})

describe('a race chat message', () => {
  test('sends a message on Enter, but not on Shift+Enter or when blank', async () => {
    openRaceChat()
    await write('  \t ')
    const input = await write('Box, box', { key: 'Enter', shiftKey: true })
    expect(server.sent).toEqual([])
    expect(input.value).toBe('Box, box')
    await write('  Box, box ')
    await waitFor(() => expect(server.sent.map(({ message }) => message)).toEqual(['Box, box']))
    expect(input.value).toBe('')
    expect(await screen.findByText('Box, box')).toBeTruthy()
  })

  test('shows a message once, whichever of reply and frame arrives first', async () => {
    const client = openRaceChat()
    await write('Once')
    await waitFor(() => expect(server.state.messages).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
    const [stored] = server.state.messages
    if (!stored) throw new Error('a stored message')
    receiveFrame(client, { type: 'chat_message', data: stored })
    receiveFrame(client, { type: 'chat_message', data: stored })
    expect(within(list()).getAllByText('Once')).toHaveLength(1)
  })

  test('keeps a failed message and retries it with the same key', async () => {
    server.rejections.push('offline')
    openRaceChat()
    await write('Lights out')
    expect(await screen.findByText('Not sent. We can’t reach the server.')).toBeTruthy()
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(screen.queryByText(/^Not sent/)).toBeNull())
    expect(screen.getByText('Lights out')).toBeTruthy()
    expect(server.sent[0]).toEqual(server.sent[1])
  })

  test('makes a message wait that is sent too soon, and counts down on the button', async () => {
    server.rejections.push({ status: 429, code: 'SLOW_MODE', message: 'Try again in 30 s.', retryAfter: 30 })
    openRaceChat()
    await write('Again')
    expect(await screen.findByText(/Try again in 30 s\./)).toBeTruthy()
    await write('And again')
    expect(button().getAttribute('aria-label')).toMatch(/^Send message in ([12]\d|30) seconds$/)
    expect(server.sent).toHaveLength(1)
    expect(screen.queryByText('Failed to send message. Please try again.')).toBeNull()
  })

  test('shows a muted user until when and why, without a composer', async () => {
    const until = new Date(Date.now() + 60 * 60_000).toISOString()
    server.serve({ messages: two(), room: roomReply({ muted: { until, reason: 'Language' } }) })
    const client = openRaceChat()
    expect(await screen.findByText(/^You’re muted until \d+:\d\d [ap]m: Language$/)).toBeTruthy()
    expect(await field()).toHaveProperty('disabled', true)
    receiveFrame(client, { type: 'chat_muted', data: { muted: null } })
    expect(await field()).toHaveProperty('disabled', false)
  })

  test('limits a message to 1,000 characters', async () => {
    openRaceChat()
    await write('x'.repeat(1_001))
    const counter = screen.getByText('1,001 / 1,000')
    expect(button()).toHaveProperty('disabled', true)
    const field = screen.getByRole('textbox')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')).toBe(counter.id)
    expect(counter.id).not.toBe('')
    expect(server.sent).toEqual([])
  })
})

test('shows the limit in slow mode, which counts from the own last message', async () => {
  const ownMessage = messageFrom(1, 'kerbsider', 'Just now', { userId: me.id, createdAt: new Date().toISOString() })
  server.serve({ messages: [ownMessage], room: roomReply({ slowModeSeconds: 60 }) })
  openRaceChat()
  expect(await screen.findByText('Slow mode: one message every 60 seconds.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Send message in \d+ seconds$/ })).toBeTruthy()
})
