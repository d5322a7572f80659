import { groupReply, invitationReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { type GroupsState, groupServer, openGroups } from '../../../../test/render-groups.tsx'

const server = groupServer()

const foundUser = (id: string, overrides: object = {}) => ({
  id,
  username: id,
  firstName: null,
  lastName: null,
  teamName: null,
  avatarConfig: null,
  ...overrides,
})

const openInviteDialog = async (state: GroupsState = {}) => {
  server.serve({ groups: [groupReply()], ...state })
  const client = openGroups()
  fireEvent.click(await screen.findByRole('button', { name: 'Invite Users' }))
  return { client, dialog: within(await screen.findByRole('dialog', { name: 'Invite User to Group' })) }
}
type Dialog = Awaited<ReturnType<typeof openInviteDialog>>['dialog']

const search = (dialog: Dialog, text: string) =>
  fireEvent.change(dialog.getByLabelText('Find fans'), { target: { value: text } })
const byMail = (dialog: Dialog, address: string) => {
  fireEvent.change(dialog.getByLabelText('Invite by email'), { target: { value: address } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
}

describe('the user search', () => {
  test('starts at the second character, after a pause', async () => {
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('apexhunter')] })
    search(dialog, 'a')
    expect(dialog.getByText('Type at least 2 characters.')).toBeTruthy()
    search(dialog, 'ap')
    search(dialog, 'apex')
    expect(await dialog.findByText('1 fan found.')).toBeTruthy()
    expect(server.requests.filter((path) => path.includes('/api/users/search'))).toEqual(['/api/users/search?q=apex'])
    expect(dialog.getByText('apexhunter')).toBeTruthy()
    search(dialog, '')
    expect(dialog.queryByText('apexhunter')).toBeNull()
  })

  test('finds other users, not the caller, with distinguishing details', async () => {
    const mae = foundUser('mountain_mae', { firstName: 'Mae', lastName: 'Bright', teamName: 'Brightline Racing' })
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('kerbsider'), mae] })
    search(dialog, 'ma')
    expect(await dialog.findByText('Mae Bright · Brightline Racing')).toBeTruthy()
    expect(dialog.getByText('1 fan found.')).toBeTruthy()
    expect(dialog.queryByText('kerbsider')).toBeNull()
  })

  test('shows an empty state without matches', async () => {
    const { dialog } = await openInviteDialog()
    search(dialog, 'zz')
    expect(await dialog.findByText('No one matches “zz”.')).toBeTruthy()
  })

  test('announces no result while searching', async () => {
    const { dialog } = await openInviteDialog()
    search(dialog, 'zz')
    await dialog.findByText('No one matches “zz”.')
    const originalFetch = globalThis.fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      path.endsWith('q=zza') ? new Promise<Response>(() => {}) : originalFetch(path, init),
    )
    search(dialog, 'zza')
    await vi.waitFor(() => expect(dialog.queryByText(/^No one matches/)).toBeNull())
  })

  test('shows nothing when the request fails', async () => {
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('apexhunter')] })
    search(dialog, 'ap')
    await dialog.findByText('apexhunter')
    server.failing.add('/api/users/search?q=apex')
    search(dialog, 'apex')
    await vi.waitFor(() => expect(dialog.queryByText('apexhunter')).toBeNull())
    expect(screen.queryByText('Error')).toBeNull()
  })

  test('supports arrow keys', async () => {
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('apexhunter'), foundUser('apex_two')] })
    search(dialog, 'ap')
    await dialog.findByText('2 fans found.')
    const field = dialog.getByLabelText('Find fans')
    field.focus()
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Invite apexhunter' }))
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Invite apex_two' }))
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp' })
    fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(field)
  })
})

describe('inviting a user', () => {
  const invite = async (dialog: Dialog) => {
    search(dialog, 'ap')
    fireEvent.click(await dialog.findByRole('button', { name: 'Invite apexhunter' }))
  }

  test('confirms that the invitation was sent', async () => {
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('apexhunter')] })
    const sentInvitation = invitationReply({ id: 9, inviteeName: 'apexhunter' })
    server.answers.push(sentInvitation)
    server.state.sentInvitations = [sentInvitation]
    await invite(dialog)
    expect(await dialog.findByText('Invited')).toBeTruthy()
    expect(await screen.findByText('Invitation Sent')).toBeTruthy()
    expect(server.sent).toEqual([{ method: 'POST', path: '/api/groups/1/invite-user', body: { userId: 'apexhunter' } }])
    server.state.sentInvitations = []
    fireEvent.click(dialog.getByRole('button', { name: 'Withdraw apexhunter’s invitation' }))
    expect(await dialog.findByRole('button', { name: 'Invite apexhunter' })).toBeTruthy()
  })

  test('keeps the focus in the dialog when the invite or withdraw button is removed', async () => {
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('apexhunter')] })
    const sentInvitation = invitationReply({ id: 9, inviteeName: 'apexhunter' })
    server.answers.push(sentInvitation)
    server.state.sentInvitations = [sentInvitation]
    search(dialog, 'ap')
    const press = async (name: string) => {
      const button = await dialog.findByRole('button', { name })
      button.focus()
      fireEvent.click(button)
    }
    await press('Invite apexhunter')
    await vi.waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Find fans')))
    server.state.sentInvitations = []
    await press('Withdraw apexhunter’s invitation')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Pending invitations'))
  })

  test.each([
    ['ALREADY_INVITED', 'This person has an invitation already.', 'Already invited'],
    ['ALREADY_MEMBER', 'This person is a member already.', 'Already a member'],
  ])('shows why an invitation is not needed: %s', async (code, message, words) => {
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('apexhunter')] })
    server.rejections.push({ status: 409, code, message })
    await invite(dialog)
    expect(await dialog.findByText(words)).toBeTruthy()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
  })

  test('shows when to retry after a rate limit', async () => {
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('apexhunter')] })
    server.rejections.push({
      status: 429,
      code: 'TOO_MANY',
      message: 'You have sent many invitations.',
      retryAfter: 700,
    })
    await invite(dialog)
    expect(await screen.findByText('You have sent many invitations. Please try again in 12 minutes.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Invite apexhunter' })).toBeTruthy()
  })

  test('falls back to a generic error', async () => {
    const { dialog } = await openInviteDialog({ foundUsers: [foundUser('apexhunter')] })
    server.rejections.push({ status: 500, code: 'INTERNAL', message: '' })
    await invite(dialog)
    expect(await screen.findByText('Failed to invite user')).toBeTruthy()
  })
})

describe('inviting by email', () => {
  test('rejects an invalid address', async () => {
    const { dialog } = await openInviteDialog()
    for (const address of ['', 'mae', 'mae@', 'mae@pit', 'm ae@pit.test']) {
      byMail(dialog, address)
      expect(dialog.getByText('Please enter a valid email address')).toBeTruthy()
    }
    expect(server.sent).toEqual([])
    fireEvent.change(dialog.getByLabelText('Invite by email'), { target: { value: 'mae@pit.test' } })
    expect(dialog.queryByText('Please enter a valid email address')).toBeNull()
  })

  test('sends the invitation and clears the field', async () => {
    const { dialog } = await openInviteDialog()
    byMail(dialog, ' mae@pit.test ')
    expect(await screen.findByText('Invitation Sent')).toBeTruthy()
    expect(server.sent).toEqual([
      { method: 'POST', path: '/api/groups/1/invite', body: { inviteeEmail: 'mae@pit.test' } },
    ])
    await vi.waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Invite by email').value).toBe(''))
  })

  test('keeps the address when the request fails', async () => {
    const { dialog } = await openInviteDialog()
    server.rejections.push({ status: 500, code: 'INTERNAL', message: '' })
    byMail(dialog, 'mae@pit.test')
    expect(await screen.findByText('Failed to send invitation')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>('Invite by email').value).toBe('mae@pit.test')
  })

  test('shows a server error beside the field', async () => {
    const { dialog } = await openInviteDialog()
    const issues = [{ path: 'inviteeEmail', message: 'Please enter a valid email address' }]
    server.rejections.push({ status: 400, code: 'BAD_REQUEST', message: 'The request is not valid.', issues })
    byMail(dialog, 'mae@pit..test')
    expect(await dialog.findByText('Please enter a valid email address')).toBeTruthy()
  })
})

describe('pending invitations', () => {
  const sentInvitation = invitationReply({ id: 7, inviteeEmail: 'mae@pit.test' })

  test('lists pending invitations by user or address and withdraws them', async () => {
    const toUser = invitationReply({ id: 8, inviteeName: 'apexhunter', inviterName: 'kerbsider' })
    const { dialog } = await openInviteDialog({ sentInvitations: [sentInvitation, toUser] })
    expect(await dialog.findByText('mae@pit.test')).toBeTruthy()
    expect(dialog.getByText('Invited by kerbsider · 20 Nov 2026')).toBeTruthy()
    server.state.sentInvitations = [toUser]
    fireEvent.click(dialog.getByRole('button', { name: 'Withdraw mae@pit.test’s invitation' }))
    expect(await screen.findByText('Invitation withdrawn')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'DELETE', path: '/api/groups/1/invitations/7' }])
    await vi.waitFor(() => expect(dialog.queryByText('mae@pit.test')).toBeNull())
  })

  test('refetches pending invitations when one can no longer be withdrawn', async () => {
    const { dialog } = await openInviteDialog({ sentInvitations: [sentInvitation] })
    const withdraw = await dialog.findByRole('button', { name: 'Withdraw mae@pit.test’s invitation' })
    server.state.sentInvitations = []
    server.rejections.push({ status: 409, code: 'INVITATION_ANSWERED', message: 'It was answered already.' })
    fireEvent.click(withdraw)
    expect(await screen.findByText('It was answered already.')).toBeTruthy()
    expect(await dialog.findByText('No invitations waiting for a reply.')).toBeTruthy()
  })

  test('updates pending invitations from frames', async () => {
    const { client, dialog } = await openInviteDialog()
    expect(await dialog.findByText('No invitations waiting for a reply.')).toBeTruthy()
    server.state.sentInvitations = [sentInvitation]
    act(() => receiveFrame(client, { type: 'invitations_updated', data: { groupId: 1 }, epoch: 'e' }))
    expect(await dialog.findByText('mae@pit.test')).toBeTruthy()
  })

  test('shows an error when pending invitations fail to load, and retries', async () => {
    server.serve({ groups: [groupReply()], sentInvitations: [sentInvitation] })
    server.failing.add('/api/groups/1/invitations')
    openGroups()
    fireEvent.click(await screen.findByRole('button', { name: 'Invite Users' }))
    expect(await screen.findByText('Couldn’t load the invitations')).toBeTruthy()
    server.failing.clear()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('mae@pit.test')).toBeTruthy()
  })
})
