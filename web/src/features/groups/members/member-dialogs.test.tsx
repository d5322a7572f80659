import { groupReply, memberReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type GroupsState, groupServer, openGroups } from '../../../../test/render-groups.tsx'

const server = groupServer()
const ownGroup = groupReply({ isAdmin: true, pendingCount: 1 })
const renderGroups = (state: GroupsState) => {
  server.serve(state)
  return openGroups(state)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** Chooses an entry of the admin's menu. */
const choose = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: /^Settings/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }))
}
const busy = { status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' }

describe('approving members', () => {
  const members = [
    memberReply('kerbsider', { role: 'admin' }),
    memberReply('apexhunter', { approvalStatus: 'pending' }),
    memberReply('wetline'),
  ]
  const openSettings = async () => {
    renderGroups({ groups: [ownGroup], members })
    await choose('Approve Members')
    return within(await screen.findByRole('dialog', { name: 'Approve Group Members' }))
  }

  test('lists pending and approved members with their roles', async () => {
    const dialog = await openSettings()
    const pending = within(await dialog.findByRole('region', { name: 'Pending approval' }))
    expect(pending.getByText('apexhunter')).toBeTruthy()
    const approved = within(dialog.getByRole('region', { name: 'Approved members' }))
    expect(approved.getByText('Group Creator')).toBeTruthy()
    expect(approved.getByText('Member')).toBeTruthy()
    expect(approved.queryByRole('button', { name: 'Remove kerbsider' })).toBeNull()
  })

  test('approves a member', async () => {
    const dialog = await openSettings()
    fireEvent.click(await dialog.findByRole('button', { name: 'Approve apexhunter' }))
    expect(await screen.findByText('Member Approved')).toBeTruthy()
    expect(screen.getByText('Member has been approved and can now accumulate points')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'POST', path: '/api/groups/1/approve/apexhunter' }])
  })

  test('keeps the focus in the dialog when the approve button is removed', async () => {
    const state: GroupsState = { groups: [ownGroup], members: [...members] }
    renderGroups(state)
    await choose('Approve Members')
    const button = await screen.findByRole('button', { name: 'Approve apexhunter' })
    button.focus()
    state.members = members.map((member) => ({ ...member, approvalStatus: 'approved' as const }))
    fireEvent.click(button)
    await waitFor(() => expect(button.isConnected).toBe(false))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Pending approval'))
  })

  test('rejects a member after a confirmation', async () => {
    const dialog = await openSettings()
    fireEvent.click(await dialog.findByRole('button', { name: 'Reject apexhunter' }))
    expect(await screen.findByRole('dialog', { name: 'Reject apexhunter?' })).toBeTruthy()
    press('Cancel')
    fireEvent.click(await screen.findByRole('button', { name: 'Reject apexhunter' }))
    await screen.findByRole('dialog', { name: 'Reject apexhunter?' })
    press('Reject')
    expect(await screen.findByText('Member Rejected')).toBeTruthy()
    expect(screen.getByText('Member has been rejected and removed from the group')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'POST', path: '/api/groups/1/reject/apexhunter' }])
  })

  test('removes an approved member after a confirmation', async () => {
    const dialog = await openSettings()
    fireEvent.click(await dialog.findByRole('button', { name: 'Remove wetline' }))
    await screen.findByRole('dialog', { name: 'Remove wetline?' })
    press('Remove')
    expect(await screen.findByText('Member Rejected')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'POST', path: '/api/groups/1/reject/wetline' }])
  })

  test("shows a fixed error title with the server's reason", async () => {
    const dialog = await openSettings()
    server.rejections.push(busy)
    fireEvent.click(await dialog.findByRole('button', { name: 'Approve apexhunter' }))
    expect(await screen.findByText('Failed to approve member')).toBeTruthy()
    expect(screen.getByText('The service is busy.')).toBeTruthy()
  })

  test('filters many members by name and shows an error when loading fails', async () => {
    const many = Array.from({ length: 60 }, (_, index) => memberReply(`fan_${index}`))
    server.serve({ groups: [ownGroup], members: many })
    server.failing.add('/api/groups/1/members')
    openGroups()
    await choose('Approve Members')
    expect(await screen.findByText('Couldn’t load the members')).toBeTruthy()
    server.failing.clear()
    press('Try Again')
    expect(await screen.findByText('fan_49')).toBeTruthy()
    expect(screen.queryByText('fan_50')).toBeNull()
    press('Show 10 more members')
    expect(screen.getByText('fan_59')).toBeTruthy()
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a member' }), { target: { value: 'FAN_7' } })
    expect(screen.getAllByText(/^fan_\d+$/).map(({ textContent }) => textContent)).toEqual(['fan_7'])
  })
})

describe('deleting a group', () => {
  test('asks for confirmation and closes the dialog', async () => {
    const state = { groups: [ownGroup] }
    renderGroups(state)
    await choose('Delete Group')
    const question = 'Are you sure you want to delete this group? This action cannot be undone.'
    expect(await screen.findByText(question)).toBeTruthy()
    state.groups = []
    press('Delete Group')
    expect(await screen.findByText('Group Deleted')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('No Groups Yet')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'DELETE', path: '/api/groups/1' }])
    // The card that opened the dialog is unmounted.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Group Tipping'))
  })

  test('sends one request however often the button is pressed', async () => {
    const state = { groups: [ownGroup] }
    renderGroups(state)
    await choose('Delete Group')
    const button = await screen.findByRole('button', { name: 'Delete Group' })
    state.groups = []
    fireEvent.click(button, { detail: 1 })
    fireEvent.click(button, { detail: 2 })
    expect(await screen.findByText('Group Deleted')).toBeTruthy()
    expect(server.sent).toHaveLength(1)
  })

  test('shows an error and keeps the group', async () => {
    renderGroups({ groups: [ownGroup] })
    await choose('Delete Group')
    server.rejections.push({ ...busy, message: '' })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Group' }))
    expect(await screen.findByText('Failed to delete group')).toBeTruthy()
    expect(screen.getByText('Error')).toBeTruthy()
  })
})

describe('group settings of a member', () => {
  test('shows a member the rules and the leave button but no menu', async () => {
    const state: GroupsState = { groups: [groupReply({ lockTipsAfterFirstEvent: true })] }
    renderGroups(state)
    fireEvent.click(await screen.findByRole('button', { name: 'Settings' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pit Lane Pundits settings' }))
    expect(screen.queryByRole('menu')).toBeNull()
    const lock = dialog.getByText('Tips cannot change once the first event of the weekend starts.').closest('li')
    expect(lock?.textContent).toMatch(/On$/)
    fireEvent.click(dialog.getByRole('button', { name: 'Leave group' }))
    expect(await screen.findByRole('dialog', { name: 'Leave Pit Lane Pundits?' })).toBeTruthy()
    state.groups = []
    press('Leave group')
    expect(await screen.findByText('Group left')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'POST', path: '/api/groups/1/leave' }])
    expect(await screen.findByText('No Groups Yet')).toBeTruthy()
    expect(screen.queryByText(/You’re no longer in/)).toBeNull()
  })
})

test("the admin's menu leads to who has not tipped", async () => {
  renderGroups({ groups: [ownGroup] })
  await choose('Who Hasn’t Tipped')
  expect(await screen.findByRole('dialog', { name: 'Who hasn’t tipped' })).toBeTruthy()
})
