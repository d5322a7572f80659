import { groupReply, invitationReply, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type GroupsState, groupServer, openGroups } from '../../../../test/render-groups.tsx'
import { groupsKey } from '../api/group-keys.ts'
import { removeGroup } from '../api/group-live.ts'

const server = groupServer()
const renderGroupsPage = (state: GroupsState, search = '') => {
  server.serve(state)
  return openGroups(state, search)
}
const card = (name: string) => screen.findByRole('article', { name })
const races = [
  raceReply({ id: 1, name: 'Practice', sessionType: 'practice' }),
  raceReply({ id: 2 }),
  raceReply({ id: 3, category: 'Dunlop Super2 Series' }),
]

test('makes one request however many groups there are', async () => {
  const groups = Array.from({ length: 20 }, (_, index) =>
    groupReply({ id: index + 1, name: `Group ${index + 1}`, memberCount: 5_000 }),
  )
  renderGroupsPage({ groups, races, invitations: [invitationReply()] })
  await card('Group 20')
  await waitFor(() => expect(screen.getAllByText('2')).toHaveLength(20))
  expect(server.requests.toSorted()).toEqual(['/api/categories', '/api/groups/overview', '/api/weekends/1/races'])
})

describe('the group card', () => {
  test("shows the founder's crown, a private mark, and what counts", async () => {
    renderGroupsPage({
      groups: [groupReply({ isAdmin: true, isPrivate: true, memberCount: 9, selectedRaceIds: [2] })],
      races,
    })
    const pundits = within(await card('Pit Lane Pundits'))
    expect(pundits.getByRole('img', { name: 'You created this group' })).toBeTruthy()
    expect(pundits.getByText('Private')).toBeTruthy()
    expect(pundits.getByText('Sunday lunch rules apply. Loser cooks.')).toBeTruthy()
    await waitFor(() => expect(pundits.getByText('selected race').textContent).toBe('1 selected race'))
    expect(pundits.getByText('members').textContent).toBe('9 members')
    expect(pundits.getByText('Active')).toBeTruthy()
  })

  test('counts all scoring races when none is selected', async () => {
    renderGroupsPage({ groups: [groupReply()], races })
    await waitFor(() => expect(screen.getByText('selected races').textContent).toBe('2 selected races'))
    expect(screen.queryByRole('img', { name: 'You created this group' })).toBeNull()
  })

  test('lists custom points, with 25/18/15 where missing', async () => {
    const group = groupReply({
      useCustomPointSystem: true,
      customPointSystem: { 'Repco Supercars Championship': { first: 150, second: 120, third: 99 } },
    })
    renderGroupsPage({ groups: [group], races })
    expect(await screen.findByText('150/120/99')).toBeTruthy()
    expect(await screen.findByText('25/18/15')).toBeTruthy()
  })

  test('lists the standard points without custom points', async () => {
    renderGroupsPage({ groups: [groupReply()], races })
    expect(await screen.findByText('50/25/15')).toBeTruthy()
    expect(screen.getByText('Support categories')).toBeTruthy()
  })

  test('shows that an approval is pending and what that means', async () => {
    renderGroupsPage({ groups: [groupReply({ approvalStatus: 'pending', preventPointsUntilApproved: true })] })
    expect(await screen.findByText('Pending Approval')).toBeTruthy()
    expect(screen.getByText(/You can’t collect points until then/)).toBeTruthy()
  })

  test('names its weekend when another one is active', async () => {
    const weekends = [weekendReply({ status: 'live' }), weekendReply({ id: 2, name: 'Ironbark 400' })]
    renderGroupsPage({ groups: [groupReply({ weekendId: 2, selectedRaceIds: [7, 8] })], weekends })
    expect(await screen.findByText(/Ironbark 400 ·/)).toBeTruthy()
    expect(screen.getByText('selected races').textContent).toBe('2 selected races')
  })

  test('says that a season group waits, and its leaderboard says so too', async () => {
    renderGroupsPage({ groups: [groupReply({ weekendId: null, allSeason: true, seasonId: 3, weekends: [] })] })
    expect(await screen.findByText('All season')).toBeTruthy()
    const pundits = within(await card('Pit Lane Pundits'))
    expect(pundits.getByText('Waiting for the next round')).toBeTruthy()
    fireEvent.click(pundits.getByRole('button', { name: 'Leaderboard' }))
    expect(await screen.findByText(/continues as soon as a round of its season is announced/)).toBeTruthy()
  })

  test('offers no sharing of a private group', async () => {
    renderGroupsPage({ groups: [groupReply({ isPrivate: true })] })
    const buttons = within(await card('Pit Lane Pundits'))
    expect(buttons.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Tipping',
      'Leaderboard',
      'Group Chat',
      'Invite Users',
      'Share Group',
      'Settings',
    ])
    expect(buttons.getByRole<HTMLButtonElement>('button', { name: 'Share Group' }).disabled).toBe(true)
  })
})

describe('the groups page', () => {
  test('shows an empty state without groups', async () => {
    renderGroupsPage({})
    expect(await screen.findByText('No Groups Yet')).toBeTruthy()
    expect(screen.getByText('Create private racing tip competitions with friends.')).toBeTruthy()
  })

  test('shows an error when the groups fail to load, and retries', async () => {
    server.serve({ groups: [groupReply()] })
    server.failing.add('/api/groups/overview')
    openGroups()
    expect(await screen.findByText('Couldn’t load your groups')).toBeTruthy()
    server.failing.clear()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await card('Pit Lane Pundits')).toBeTruthy()
  })

  test('counts unanswered invitations and lists them in a tab', async () => {
    renderGroupsPage({ invitations: [invitationReply(), invitationReply({ id: 2, groupName: 'Office Grid' })] })
    fireEvent.click(await screen.findByRole('link', { name: 'Invitations2' }))
    expect(await screen.findByText('Pending Invitations')).toBeTruthy()
    expect(screen.getByText('Office Grid')).toBeTruthy()
  })

  test('closes dialogs of a deleted group and keeps them closed when the group returns', async () => {
    const client = renderGroupsPage({ groups: [groupReply()] })
    fireEvent.click(await screen.findByRole('button', { name: 'Settings' }))
    expect(await screen.findByRole('dialog', { name: 'Pit Lane Pundits settings' })).toBeTruthy()
    act(() => removeGroup(client, 1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(() => client.refetchQueries({ queryKey: groupsKey }))
    expect(await card('Pit Lane Pundits')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows an empty state without invitations', async () => {
    renderGroupsPage({}, '?tab=invitations')
    expect(await screen.findByText('No Invitations')).toBeTruthy()
  })
})

describe('the address of a nudge', () => {
  test('opens the tips of the group once, on its weekend', async () => {
    const group = groupReply({ id: 7, weekends: [1, 2].map((weekendId) => ({ weekendId, selectedRaceIds: [] })) })
    const weekends = [
      weekendReply({ id: 1, startDate: '2026-09-12' }),
      weekendReply({ id: 2, name: 'Bathurst 1000', startDate: '2026-10-08', status: 'inactive' }),
    ]
    renderGroupsPage({ groups: [group], races, weekends }, '?tip=7&weekend=2')
    const dialog = within(await screen.findByRole('dialog', { name: 'Pit Lane Pundits' }))
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Weekend' }).value).toBe('2')
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('opens nothing for a group that the fan has left', async () => {
    renderGroupsPage({ groups: [groupReply({ id: 1 })], races }, '?tip=7&weekend=2')
    expect(await card('Pit Lane Pundits')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
