import type { GroupStanding } from '@purple-sector/contracts/tipping/http'
import { boardEntry, groupReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { groupsKey } from '../../groups/api/group-keys.ts'
import { removeGroup } from '../../groups/api/group-live.ts'
import { userQuery } from '../../session/user-query.ts'
import { MyGroupCompetitions, rowsOf } from './my-group-competitions.tsx'

const entries = (...names: string[]) =>
  names.map((name, index) => boardEntry(name, { position: index + 1, totalPoints: 90 - index }))
const standing = (overrides: Partial<GroupStanding> = {}): GroupStanding => ({
  groupId: 1,
  version: 3,
  position: 7,
  shared: false,
  totalPoints: 12,
  memberCount: 32,
  top: entries('ann', 'ben', 'cat'),
  ...overrides,
})

let groups: object[] = []
let standings: object[] = []
let isBroken = false
beforeEach(() => {
  groups = [groupReply()]
  standings = [standing()]
  isBroken = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (isBroken) return new Response('{"code":"UNAVAILABLE","message":"Busy","requestId":"r"}', { status: 503 })
    if (path === '/api/groups/overview') return Response.json({ groups, invitations: [] })
    return path === '/api/groups/leaderboards/1' ? Response.json(standings) : new Promise<Response>(() => {})
  })
})
afterEach(() => vi.unstubAllGlobals())

const openCompetitions = () => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply())
  render(
    <InApp client={client}>
      <MyGroupCompetitions weekend={weekendReply()} />
    </InApp>,
  )
  return client
}
const rows = (group: string) =>
  within(screen.getByRole('article', { name: group }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('rows of a group card', () => {
  test('shows the top three, with the own row in place of the last one when it is further down', () => {
    const me = userReply()
    expect(rowsOf(standing(), me).map(({ userId, position }) => [userId, position])).toEqual([
      ['ann', 1],
      ['ben', 2],
      ['kerbsider', 7],
    ])
    const leading = standing({ top: entries('kerbsider', 'ann', 'ben') })
    expect(rowsOf(leading, me)).toBe(leading.top)
  })
})

describe('my group competitions', () => {
  test('lists the groups of the weekend with members, description and standing', async () => {
    groups = [groupReply(), groupReply({ id: 2, name: 'Elsewhere', weekendId: 9 })]
    openCompetitions()
    expect(await screen.findByText('1 group for Southern Cross 500')).toBeTruthy()
    expect(await screen.findByText('32 members')).toBeTruthy()
    expect(screen.getByText('Sunday lunch rules apply. Loser cooks.')).toBeTruthy()
    expect(screen.queryByText('Elsewhere')).toBeNull()
    expect(rows('Pit Lane Pundits')).toEqual(['1ANann–90', '2BEben–89', '7KEkerbsiderYOU12'])
  })

  test("isolates the text direction of a group's name from the text beside it", async () => {
    groups = [groupReply({ name: 'فريق 12 pts' })]
    openCompetitions()
    const members = await screen.findByText('32 members')
    expect(screen.getByRole('button', { name: 'فريق 12 pts' }).getAttribute('dir')).toBe('auto')
    expect(members.closest('[dir="auto"]')).toBeNull()
  })

  test('shows that the own place is shared, also after a frame', async () => {
    standings = [standing({ shared: true })]
    const client = openCompetitions()
    await screen.findByText('32 members')
    expect(rows('Pit Lane Pundits')[2]).toBe('=7KEkerbsiderYOU12')
    const data = {
      weekendId: 1,
      groupId: 1,
      version: 4,
      position: 6,
      shared: false,
      totalPoints: 14,
      positionChange: 1,
    }
    act(() => receiveFrame(client, { type: 'my_standing', data, epoch: 'e' }))
    await waitFor(() => expect(rows('Pit Lane Pundits')[2]).toBe('6KEkerbsiderYOU14'))
  })

  test('updates from the frames of the groups', async () => {
    const client = openCompetitions()
    await screen.findByText('32 members')
    const data = { weekendId: 1, groupId: 1, version: 4, entries: entries('kerbsider', 'ann', 'ben'), total: 33 }
    act(() => receiveFrame(client, { type: 'leaderboard_update', data, epoch: 'e' }))
    expect(await screen.findByText('33 members')).toBeTruthy()
    expect(rows('Pit Lane Pundits')[0]).toContain('kerbsiderYOU')
  })

  test('opens the leaderboard of a group', async () => {
    openCompetitions()
    fireEvent.click(await screen.findByRole('button', { name: 'Pit Lane Pundits' }))
    expect(await screen.findByRole('dialog', { name: 'Pit Lane Pundits' })).toBeTruthy()
  })

  test('closes the leaderboard of a deleted group and keeps it closed when the group returns', async () => {
    const client = openCompetitions()
    fireEvent.click(await screen.findByRole('button', { name: 'Pit Lane Pundits' }))
    expect(await screen.findByRole('dialog', { name: 'Pit Lane Pundits' })).toBeTruthy()
    act(() => removeGroup(client, 1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(() => client.refetchQueries({ queryKey: groupsKey }))
    expect(await screen.findByRole('article', { name: 'Pit Lane Pundits' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows five groups until all are requested', async () => {
    groups = Array.from({ length: 7 }, (_, index) => groupReply({ id: index + 1, name: `Group ${index}` }))
    openCompetitions()
    expect(await screen.findByText('7 groups for Southern Cross 500')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(5)
    fireEvent.click(screen.getByRole('button', { name: 'Show all 7 groups' }))
    expect(screen.getAllByRole('article')).toHaveLength(7)
  })

  test('links to the groups page when there are none', async () => {
    groups = []
    openCompetitions()
    expect(await screen.findByText('No Groups Yet')).toBeTruthy()
    expect(screen.getByText('0 groups for Southern Cross 500')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Group Tipping' }).getAttribute('href')).toBe('/groups')
  })

  test('shows an error and retries', async () => {
    isBroken = true
    openCompetitions()
    expect(await screen.findByText('Couldn’t load your groups')).toBeTruthy()
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('32 members')).toBeTruthy()
  })
})
