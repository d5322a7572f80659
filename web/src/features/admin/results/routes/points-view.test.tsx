import { raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestServer } from '../../../../../test/create-test-server.ts'
import { openPage } from '../../../../../test/render-page.tsx'
import { anAward } from '../../../tipping/api/test-awards.ts'
import { PointsView } from './points-view.tsx'

const scored = { locked: true, status: 'completed', resultRevision: 1, resultStatus: 'official' } as const
const races = [raceReply({ id: 1, name: 'Race 1', ...scored }), raceReply({ id: 2, name: 'Race 2', ...scored })]
const mae = {
  id: 'mae',
  firstName: 'Mae',
  lastName: null,
  username: 'mountain_mae',
  teamName: null,
  avatarConfig: null,
}

const server = createTestServer(() => {
  const requests: string[] = []
  const fetch = async (path: string): Promise<Response> => {
    requests.push(path)
    const replies: Record<string, unknown> = {
      '/api/users/search?q=mae': [mae],
      '/api/admin/weekends/1/points/mae': [anAward()],
      '/api/admin/races/1': races,
      '/api/weekends/1/purple-sector-races': races,
      '/api/admin/chat/people?ids=mae': [{ userId: 'mae', userName: 'mountain_mae' }],
    }
    return Response.json(replies[path] ?? [])
  }
  return { fetch, requests }
}, {})

test('shows race control the points of a user and their origin, but no losing tips', async () => {
  openPage(<PointsView />, '/admin?tab=results&view=points', userReply({ isAdmin: true }), [weekendReply()])
  expect(await screen.findByText('No fan selected')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Whose points' }), { target: { value: 'mae' } })
  fireEvent.click(await screen.findByRole('button', { name: /mountain_mae/ }))
  expect(await screen.findByRole('heading', { name: 'mountain_mae' })).toBeTruthy()
  expect((await screen.findByRole('region', { name: /^Race 1/ })).textContent).toContain('1st of 50/25/15')
  expect(screen.getByRole('region', { name: /^Race 2/ }).textContent).toContain('Which one stays their secret.')
  expect(server.requests.filter((path) => path.includes('/points/'))).toEqual(['/api/admin/weekends/1/points/mae'])
})
