import { groupReply, raceReply, tipReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestServer, rejectionReply } from '../../../../test/create-test-server.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { anAward } from '../../tipping/api/test-awards.ts'
import { MyTipsPage } from './my-tips-page.tsx'

const scored = { locked: true, status: 'completed', resultRevision: 2, resultStatus: 'amended' } as const
const race = raceReply({ id: 1, name: 'Race 1', deadline: '2026-11-21T04:13:00.000Z', ...scored })
const qualifying = raceReply({ id: 2, name: 'Qualifying', deadline: '2026-11-21T01:00:00.000Z', ...scored })
const session = { lateAt: null, name: '', deadline: null, locked: true, carId: 7, points: 0 }
const tip = tipReply({
  points: 25,
  sessions: [
    { ...session, raceId: 1, points: 25 },
    { ...session, raceId: 2, carId: null },
  ],
})
const reason = 'Car 7: five seconds, unsafe release.'
const ledger = [
  anAward({ inForce: false, replacedBy: 2, reason }),
  anAward({ place: 2, points: 25, revision: 2, reason }),
  anAward({ scope: { groupId: 4, name: 'Pit Lane Pundits' }, points: 9, rule: '9/8/7' }),
]

const server = createTestServer(
  ({ broken }: { broken: boolean }) => ({
    fetch: async (path: string): Promise<Response> => {
      if (broken && path.endsWith('/my-points'))
        return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'Busy' })
      const replies: Record<string, unknown> = {
        '/api/weekends/1/my-points': ledger,
        '/api/weekends/1/races': [race, qualifying],
        '/api/weekends/1/purple-sector-races': [race, qualifying],
        '/api/weekends/1/my-stats': {
          position: 12,
          totalPoints: 25,
          tipsSubmitted: 1,
          successRate: 50,
          recentForm: [],
        },
        '/api/tips/1': [tip],
        '/api/groups/overview': { groups: [groupReply({ id: 4 })], invitations: [] },
      }
      return Response.json(replies[path] ?? [])
    },
  }),
  { broken: false },
)
const openPoints = (search = '?view=points') =>
  openPage(<MyTipsPage />, `/my-tips${search}`, userReply(), [weekendReply()])
const textOf = async (name: RegExp) => (await screen.findByRole('region', { name })).textContent

test('shows where each point comes from, and where one was lost', async () => {
  openPoints()
  expect(await screen.findByText(/points in the open competition/)).toBeTruthy()
  expect(screen.getByText(/, 12th on the leaderboard$/)).toBeTruthy()
  const words = await textOf(/^Race 1/)
  expect(words).toContain('1st of 50/25/15, revision 1')
  expect(words).toContain(`Replaced by revision 2: “${reason}”`)
  expect(words).toContain('No longer +50')
  expect(words).toContain('2nd of 50/25/15, revision 2')
  expect(words).toContain('Tip of 20 Nov 2026 · 10:41 am')
  expect(words).toContain('+25')
  expect(await textOf(/^Qualifying/)).toContain('You hadn’t tipped when this one locked.')
})

test('shows the ledger of a group with its own points', async () => {
  openPoints()
  const choice = await screen.findByRole('combobox', { name: 'Competition' })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Open competition, 25 points', 'Pit Lane Pundits, 9 points'])
  fireEvent.change(choice, { target: { value: '4' } })
  expect(await screen.findByText('points in Pit Lane Pundits')).toBeTruthy()
  expect(await textOf(/^Race 1/)).toContain('1st of 9/8/7, revision 1')
  expect(screen.queryByRole('region', { name: /^Qualifying/ })).toBeNull()
})

test('links from the summary to the points and back', async () => {
  openPoints('')
  fireEvent.click(await screen.findByRole('link', { name: 'Why these points?' }))
  expect(await screen.findByRole('heading', { name: 'Why these points?' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'My Tips' }))
  expect(await screen.findByText('Tipping Summary')).toBeTruthy()
})

test('shows an error and retries', async () => {
  server.serve({ broken: true })
  openPoints()
  expect(await screen.findByText('Couldn’t load your points')).toBeTruthy()
  server.serve({ broken: false })
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/points in the open competition/)).toBeTruthy()
})
