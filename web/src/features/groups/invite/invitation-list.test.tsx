import { groupReply, invitationReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { groupServer, openGroups } from '../../../../test/render-groups.tsx'

const server = groupServer()
const invitation = invitationReply({ groupName: 'Gate 9 Regulars', groupDescription: '' })

const openInvitations = (invitations: object[]) => {
  server.serve({ invitations })
  return openGroups({}, '?tab=invitations')
}
const list = async () => within(await screen.findByRole('region', { name: 'Pending Invitations' }))

test('shows group, sender and pending state of an invitation', async () => {
  openInvitations([invitation, invitationReply({ id: 2, inviterName: '', inviterEmail: 'mae@pit.test' })])
  const { findByRole, getByText, getAllByText } = await list()
  expect(await findByRole('heading', { name: 'Gate 9 Regulars' })).toBeTruthy()
  expect(getByText('Invited by apexhunter')).toBeTruthy()
  expect(getByText('Join this racing tip group to compete with friends!')).toBeTruthy()
  expect(getByText('Invited by mae@pit.test')).toBeTruthy()
  expect(getByText('Sunday lunch rules apply. Loser cooks.')).toBeTruthy()
  expect(getAllByText('Pending')).toHaveLength(2)
})

test.each([
  ['Accept', 'accepted'],
  ['Decline', 'declined'],
])('records %s and refetches the lists', async (label, status) => {
  openInvitations([invitation])
  const { findByRole, queryByText } = await list()
  const button = await findByRole('button', { name: `${label} the invitation to Gate 9 Regulars` })
  server.state.invitations = []
  server.state.groups = [groupReply({ name: 'Gate 9 Regulars' })]
  fireEvent.click(button)
  expect(await screen.findByText('Invitation Responded')).toBeTruthy()
  expect(screen.getByText('Your response has been recorded')).toBeTruthy()
  expect(server.sent).toEqual([{ method: 'PATCH', path: '/api/invitations/1', body: { status } }])
  await vi.waitFor(() => expect(queryByText('Gate 9 Regulars')).toBeNull())
  expect(screen.getByText('No Invitations')).toBeTruthy()
  expect(server.requests.filter((path) => path === '/api/groups/overview')).toHaveLength(2)
})

test('moves the focus to the next invitation after an answer, and to the heading after the last', async () => {
  const next = invitationReply({ id: 2, groupName: 'Office Grid' })
  openInvitations([invitation, next])
  const { findByRole } = await list()
  const answerInvitation = async (name: string, remainingInvitations: object[]) => {
    const button = await findByRole('button', { name })
    server.state.invitations = remainingInvitations
    button.focus()
    fireEvent.click(button)
  }
  await answerInvitation('Accept the invitation to Gate 9 Regulars', [next])
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Office Grid'))
  await answerInvitation('Decline the invitation to Office Grid', [])
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('No Invitations'))
})

test.each([
  ['The invitation was answered already.', 'The invitation was answered already.'],
  ['', 'Failed to respond to invitation'],
])('shows an error when an answer is rejected: %s', async (message, words) => {
  openInvitations([invitation])
  server.rejections.push({ status: 409, code: 'INVITATION_ANSWERED', message })
  const { findByRole } = await list()
  fireEvent.click(await findByRole('button', { name: /^Accept/ }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('Error')).toBeTruthy()
  await vi.waitFor(() => expect(server.requests.filter((path) => path === '/api/groups/overview')).toHaveLength(2))
})

test('adds invitations from frames and counts them on the tab', async () => {
  const client = openInvitations([])
  expect(await screen.findByText('No Invitations')).toBeTruthy()
  server.state.invitations = [invitation]
  act(() => receiveFrame(client, { type: 'invitations_updated', data: { groupId: 1 }, epoch: 'e' }))
  expect(await screen.findByText('Gate 9 Regulars')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Invitations1' })).toBeTruthy()
})

test('shows an error when the invitations fail to load, and retries', async () => {
  server.serve({ invitations: [invitation] })
  server.failing.add('/api/groups/overview')
  openGroups({}, '?tab=invitations')
  expect(await screen.findByText('Couldn’t load your invitations')).toBeTruthy()
  server.failing.clear()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Gate 9 Regulars')).toBeTruthy()
})
