import type { Comparison } from '@purple-sector/contracts/tipping/compare'
import { boardEntry } from '@purple-sector/testing/replies'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../test/in-app.tsx'
import { FanName } from '../leaderboard-rows/components/fan-name.tsx'
import { CompareProvider } from './compare-provider.tsx'

const fan = (userId: string) => ({ userId, username: userId, firstName: null, lastName: null, avatarConfig: null })
const pick = (plate: string, points: number | null) => ({
  carId: Number(plate),
  plate,
  driver: `Driver ${plate}`,
  points,
})
const comparison = (overrides: Partial<Comparison> = {}): Comparison => ({
  seasonId: 3,
  you: fan('ann'),
  them: fan('bob'),
  competitions: [
    {
      groupId: null,
      groupName: null,
      weekends: [
        {
          weekendId: 1,
          name: 'Bathurst 1000',
          round: 4,
          status: 'completed',
          you: { position: 2, points: 75 },
          them: { position: 1, points: 90 },
          categories: [
            {
              categoryId: 1,
              category: 'Supercars',
              races: [{ raceId: 5, name: 'Race 1', you: pick('88', 50), them: null }],
            },
          ],
        },
      ],
    },
    { groupId: 12, groupName: 'Pit crew', weekends: [] },
  ],
  ...overrides,
})

const serve = (reply: () => Response) => {
  const fetch = vi.fn(async (_path: string) => reply())
  vi.stubGlobal('fetch', fetch)
  return fetch
}
afterEach(() => vi.unstubAllGlobals())

const openComparison = async () => {
  render(
    <InApp>
      <CompareProvider>
        <FanName entry={boardEntry('bob', { username: 'bob' })} isMe={false} />
        <FanName entry={boardEntry('ann', { username: 'ann' })} isMe />
      </CompareProvider>
    </InApp>,
  )
  expect(screen.queryByRole('button', { name: 'ann' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'bob' }))
  return within(await screen.findByRole('dialog', { name: 'You and bob' }))
}

test('a name on a board opens the comparison: totals, weekends and revealed picks', async () => {
  const fetch = serve(() => Response.json(comparison()))
  const dialog = await openComparison()
  expect(await dialog.findByText('75 points')).toBeTruthy()
  expect(dialog.getByText('90 points')).toBeTruthy()
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/compare/bob')
  fireEvent.click(dialog.getByRole('button', { name: /R4 · Bathurst 1000/ }))
  const picks = within(await dialog.findByRole('table', { name: 'Supercars' }))
  expect(picks.getByText('88')).toBeTruthy()
  expect(picks.getByText('No tip')).toBeTruthy()
})

test('picks of a fan whose points are hidden are hidden, too', async () => {
  const reply = comparison()
  const weekend = reply.competitions[0]?.weekends[0]
  if (weekend) weekend.them = { position: null, points: null }
  serve(() => Response.json(reply))
  const dialog = await openComparison()
  fireEvent.click(await dialog.findByRole('button', { name: /R4 · Bathurst 1000/ }))
  const picks = within(await dialog.findByRole('table', { name: 'Supercars' }))
  expect(picks.getByText('Hidden')).toBeTruthy()
  expect(picks.queryByText('No tip')).toBeNull()
})

test('another competition is chosen from a list, and says where there is nothing yet', async () => {
  serve(() => Response.json(comparison()))
  const dialog = await openComparison()
  fireEvent.change(await dialog.findByLabelText('Competition'), { target: { value: '12' } })
  expect(await dialog.findByText('Nothing to compare yet')).toBeTruthy()
})

test('says that it could not be loaded, and offers another try', async () => {
  serve(() => Response.json({ code: 'UNAVAILABLE', message: 'The service is busy.' }, { status: 503 }))
  const dialog = await openComparison()
  expect(await dialog.findByText('Couldn’t compare the two of you')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})
