import { groupReply, messageFrom, roomReply, userReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { dialogServer, renderDialog } from '../../../../test/render-dialog.tsx'
import { ActiveWeekendProvider } from '../../weekend-data/components/active-weekend.tsx'
import { GroupChatDialog } from './group-chat-dialog.tsx'

const server = dialogServer()
const me = userReply().id
const now = () => new Date().toISOString()
const chatMessage = (id: number, name: string, text: string, overrides = {}) =>
  messageFrom(id, name, text, { groupId: 1, createdAt: now(), ...overrides })

const openChat = (messages: unknown, isLive = true) => {
  server.replies['/api/groups/1/chat'] = messages
  server.replies['/api/chat/rooms'] = [roomReply({ groupId: 1 })]
  return renderDialog(
    <MemoryRouter>
      <ActiveWeekendProvider>
        <GroupChatDialog group={groupReply()} onClose={() => {}} />
      </ActiveWeekendProvider>
    </MemoryRouter>,
    isLive,
  )
}

test("shows the group's name as title, and author and age of each message", async () => {
  openChat([chatMessage(1, 'Ann Turner', 'Sunday lunch?'), chatMessage(2, 'kerbsider', 'Always', { userId: me })])
  expect(await screen.findByRole('dialog', { name: groupReply().name })).toBeTruthy()
  expect(await screen.findByText('Sunday lunch?')).toBeTruthy()
  expect(screen.getByText('AT')).toBeTruthy()
  expect(screen.getAllByText('less than a minute ago')).toHaveLength(2)
  // Own messages only, not those of others.
  expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(1)
})

test('shows a loading state, then an empty state', async () => {
  openChat(undefined)
  expect(await screen.findByText('Loading messages...')).toBeTruthy()
})

test('shows an empty state without messages', async () => {
  openChat([])
  expect(await screen.findByText('No messages yet. Start the conversation!')).toBeTruthy()
  expect(screen.getByPlaceholderText('Type a message...')).toBeTruthy()
})

test('deletes an own message, and keeps it when the request fails', async () => {
  openChat([chatMessage(2, 'kerbsider', 'Oops', { userId: me }), chatMessage(3, 'ann', 'What?')])
  server.replies['DELETE /api/groups/1/chat/2'] = 503
  const bin = await screen.findByRole('button', { name: 'Delete your message' })
  fireEvent.click(bin)
  expect(await screen.findByText('Failed to delete message')).toBeTruthy()
  expect(screen.getByText('Oops')).toBeTruthy()
  server.replies['DELETE /api/groups/1/chat/2'] = new Response(null, { status: 204 })
  bin.focus()
  fireEvent.click(bin)
  await waitFor(() => expect(screen.queryByText('Oops')).toBeNull())
  // The delete button is unmounted; the focus must still be in the chat.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Messages' })))
  expect(screen.getByText('What?')).toBeTruthy()
})

test('marks a message that failed to send', async () => {
  openChat([chatMessage(1, 'ann', 'Hello')])
  server.replies['POST /api/groups/1/chat'] = 503
  const input = await screen.findByPlaceholderText('Type a message...')
  fireEvent.change(input, { target: { value: 'Hi' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(await screen.findByText('Failed to send message')).toBeTruthy()
  expect(await screen.findByText('Not sent. The service is busy.')).toBeTruthy()
})

test('removes messages deleted elsewhere and renames authors', async () => {
  const client = openChat([chatMessage(1, 'ann', 'One'), chatMessage(2, 'ben', 'Two')])
  await screen.findByText('One')
  const room = { weekendId: null, groupId: 1 }
  const { user } = chatMessage(2, 'ben', '')
  const people = [{ userId: 'ben', userName: 'big_ben', user: { ...user, username: 'big_ben' } }]
  act(() => {
    receiveFrame(client, { type: 'chat_message_deleted', data: { id: 1, ...room }, epoch: 'e' })
    receiveFrame(client, { type: 'chat_people', data: { ...room, people }, epoch: 'e' })
  })
  expect(await screen.findByText('big_ben')).toBeTruthy()
  expect(screen.queryByText('One')).toBeNull()
})

test('shows the age of the messages while offline', async () => {
  openChat([chatMessage(1, 'ann', 'One')], false)
  expect(await screen.findByText(/^Messages as of \d+:\d\d [ap]m\.$/)).toBeTruthy()
})
