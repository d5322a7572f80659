import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { openProfile, profileServer } from '../../../../test/render-profile.tsx'

const server = profileServer()
const person = {
  id: 'dave',
  username: 'dunlop_dave',
  firstName: null,
  userType: null,
  avatarConfig: null,
  weekendId: 1,
}
const team = {
  id: 'hana',
  username: 'heeltoe.hana',
  firstName: null,
  carNumber: '27',
  trackStatus: null,
  teamName: 'Redgum Racing',
  manufacturer: 'Toyota',
  avatarConfig: null,
}

const openCommunity = (state: Parameters<typeof openProfile>[0] = {}) => {
  server.serve(state)
  return openProfile(state)
}
const list = (name: string) => within(screen.getByRole('region', { name }))
const theSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'I’m trackside' })

describe('the community lists', () => {
  test('shows users who are trackside, and all teams', async () => {
    openCommunity({ trackside: [person, { ...person, id: 'x', username: null, userType: 'team' }], teams: [team] })
    const trackside = list('Trackside now')
    expect(await trackside.findByText('dunlop_dave')).toBeTruthy()
    for (const text of ['2', 'Spectator', 'Anonymous', 'Team']) expect(trackside.getByText(text)).toBeTruthy()
    const teams = list('Teams')
    for (const text of ['Redgum Racing', 'heeltoe.hana · Toyota', '27', 'Away', '1'])
      expect(await teams.findByText(text)).toBeTruthy()
  })

  test('shows empty states of the community lists', async () => {
    openCommunity()
    expect(await screen.findByText('No users are trackside currently')).toBeTruthy()
    expect(await screen.findByText('No team members registered')).toBeTruthy()
  })

  test('shows errors of the community lists and retries', async () => {
    server.serve({ teams: [team] })
    server.failing.add('/api/users/teams')
    openProfile()
    expect(await screen.findByText('Couldn’t load the teams')).toBeTruthy()
    server.failing.clear()
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Redgum Racing')).toBeTruthy()
  })

  test('updates the community lists live', async () => {
    const client = openCommunity()
    expect(await screen.findByText('No users are trackside currently')).toBeTruthy()
    server.state.trackside = [person]
    act(() => receiveFrame(client, { type: 'community_updated', data: {}, epoch: 'e' }))
    expect(await screen.findByText('dunlop_dave')).toBeTruthy()
  })
})

describe('being trackside', () => {
  test('saves being trackside and the weekend at once', async () => {
    openCommunity()
    expect(screen.queryByLabelText('Which weekend')).toBeNull()
    fireEvent.click(theSwitch())
    const weekend = await screen.findByLabelText<HTMLSelectElement>('Which weekend')
    await vi.waitFor(() => expect(weekend.disabled).toBe(false))
    fireEvent.change(weekend, { target: { value: '2' } })
    await vi.waitFor(() => expect(server.sent).toHaveLength(2))
    expect(server.sent.map(({ body }) => body)).toEqual([
      { trackStatus: 'at_track' },
      { trackStatus: 'at_track', selectedWeekendId: 2 },
    ])
    await vi.waitFor(() => expect(weekend.value).toBe('2'))
  })

  test('clears the weekend when being trackside is switched off', async () => {
    openCommunity({ user: { trackStatus: 'at_track', selectedWeekendId: 2 } })
    expect(screen.getByLabelText<HTMLSelectElement>('Which weekend').value).toBe('2')
    fireEvent.click(theSwitch())
    await vi.waitFor(() => expect(screen.queryByLabelText('Which weekend')).toBeNull())
    expect(server.sent).toMatchObject([{ body: { trackStatus: 'away' } }])
  })

  test('reverts being trackside when saving fails', async () => {
    openCommunity()
    server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
    let resolveReply = () => {}
    server.writeDelay.until = new Promise<void>((resolve) => {
      resolveReply = resolve
    })
    fireEvent.click(theSwitch())
    await vi.waitFor(() => expect(theSwitch().checked).toBe(true))
    resolveReply()
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeTruthy()
    await vi.waitFor(() => expect(theSwitch().checked).toBe(false))
  })
})
