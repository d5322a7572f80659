import { seasonReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { click, openSetup, setupServer } from '../../../../../test/render-setup.tsx'

const bathurst = weekendReply({ id: 1, name: 'Bathurst 1000', seasonId: 7, round: 1 })
const goldCoast = weekendReply({
  id: 2,
  name: 'Gold Coast 500',
  startDate: '2026-10-23',
  endDate: '2026-10-25',
  seasonId: 7,
  round: 2,
})
const sandown = weekendReply({ id: 3, name: 'Sandown 500', startDate: '2026-09-18', endDate: '2026-09-20' })
const season = seasonReply({
  id: 7,
  status: 'active',
  countBest: 9,
  jokers: 1,
  version: 4,
  weekends: [
    { weekendId: 1, round: 1, multiplier: 2 },
    { weekendId: 2, round: 2, multiplier: 1 },
  ],
})
const state = { weekends: [bathurst, goldCoast, sandown], seasons: [season] }
const server = setupServer(state)

const VIEW = '?tab=weekends&view=seasons'
const STARTED = {
  status: 409,
  code: 'SEASON_STARTED',
  message: 'This season has started. Say why you are changing it.',
}
const dialog = () => screen.findByRole('dialog')
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

describe('the list', () => {
  test('is reached from Weekends, and shows the rules of each season', async () => {
    openSetup('?tab=weekends', state)
    fireEvent.click(await screen.findByRole('link', { name: 'Seasons' }))
    expect(await screen.findByText('2026 Championship')).toBeTruthy()
    expect(screen.getByText('2026, 2 rounds: best 9 count, 1 joker, nothing for a missed weekend')).toBeTruthy()
    expect(screen.getByText('Active')).toBeTruthy()
  })
  test('says what to do without a season', async () => {
    server.serve({ ...state, seasons: [] })
    openSetup(VIEW, state)
    expect(await screen.findByText('No seasons yet')).toBeTruthy()
  })
})

describe('the form', () => {
  test('creates a season', async () => {
    openSetup(VIEW, state)
    await click('Create season')
    await dialog()
    type('Name', '2027 Championship')
    type('Year', '2027')
    type(/Rounds that count/, '10')
    type('Jokers', '2')
    server.answers.push(seasonReply({ id: 8, name: '2027 Championship' }))
    press('Create season')
    expect(await screen.findByText('Season created')).toBeTruthy()
    expect(server.sent[0]).toMatchObject({
      path: '/api/admin/seasons',
      body: { name: '2027 Championship', year: 2027, countBest: 10, jokers: 2, missedWeekend: 'zero' },
    })
  })
  test('asks for a reason once the season has started', async () => {
    server.rejections.push(STARTED)
    openSetup(VIEW, state)
    await click('Edit 2026 Championship')
    await dialog()
    type('A missed weekend gets', 'average')
    press('Save')
    expect(await within(await dialog()).findByText(STARTED.message)).toBeTruthy()
    type(/Reason/, 'Agreed with the clubs')
    server.answers.push({ ...season, missedWeekend: 'average' })
    press('Save')
    expect(await screen.findByText('Season updated')).toBeTruthy()
    expect(server.sent[1]).toMatchObject({
      method: 'PATCH',
      path: '/api/admin/seasons/7',
      body: { missedWeekend: 'average', reason: 'Agreed with the clubs' },
    })
  })
  test('shows beside the status that another season is active', async () => {
    const message = '"2025 Championship" is active. Complete it first.'
    server.rejections.push({ status: 409, code: 'ANOTHER_SEASON_ACTIVE', message })
    openSetup(VIEW, state)
    await click('Create season')
    await dialog()
    type('Name', 'Another')
    type('Status', 'active')
    press('Create season')
    await waitFor(() =>
      expect(within(screen.getByRole('dialog')).getByLabelText('Status').getAttribute('aria-invalid')).toBe('true'),
    )
  })
})

describe('the rounds', () => {
  const roundNames = () =>
    within(within(screen.getByRole('dialog')).getByRole('list', { name: 'Rounds' }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('b')?.textContent)

  test('are moved, added, taken out and multiplied, and sent with the version that was read', async () => {
    openSetup(VIEW, state)
    await click('Rounds of 2026 Championship')
    await dialog()
    await waitFor(() => expect(roundNames()).toEqual(['Bathurst 1000', 'Gold Coast 500']))
    type('Add a weekend', '3')
    press('Move up Sandown 500')
    press('Take out Bathurst 1000')
    type('Points of Gold Coast 500', '1.5')
    expect(roundNames()).toEqual(['Sandown 500', 'Gold Coast 500'])
    server.answers.push(season)
    press('Save rounds')
    expect(await screen.findByText('Rounds saved')).toBeTruthy()
    expect(server.sent[0]).toMatchObject({
      method: 'PUT',
      path: '/api/admin/seasons/7/weekends',
      version: '"4"',
      body: [
        { weekendId: 3, multiplier: 1 },
        { weekendId: 2, multiplier: 1.5 },
      ],
    })
  })
  test('need a reason once the season has started', async () => {
    server.rejections.push(STARTED)
    openSetup(VIEW, state)
    await click('Rounds of 2026 Championship')
    await dialog()
    press('Move down Bathurst 1000')
    press('Save rounds')
    expect(await within(await dialog()).findByText(STARTED.message)).toBeTruthy()
    type(/Reason/, 'The calendar changed')
    server.answers.push(season)
    press('Save rounds')
    expect(await screen.findByText('Rounds saved')).toBeTruthy()
    expect(server.sent[1]?.path).toBe('/api/admin/seasons/7/weekends?reason=The+calendar+changed')
  })
  test('warn of weekends that overlap', async () => {
    server.serve({ ...state, weekends: [bathurst, { ...goldCoast, startDate: '2026-11-22', endDate: '2026-11-23' }] })
    openSetup(VIEW, state)
    await click('Rounds of 2026 Championship')
    expect(await within(await dialog()).findByText(/Bathurst 1000 and Gold Coast 500 overlap/)).toBeTruthy()
  })
  test('stay on screen when another administrator was faster', async () => {
    const message = 'Another administrator has changed this season. Have a look at it first.'
    server.rejections.push({ status: 409, code: 'SEASON_CHANGED', message })
    openSetup(VIEW, state)
    await click('Rounds of 2026 Championship')
    await dialog()
    press('Move down Bathurst 1000')
    press('Save rounds')
    expect(await screen.findByText(message)).toBeTruthy()
    expect(roundNames()).toEqual(['Gold Coast 500', 'Bathurst 1000'])
  })
})

test('deletes a season, with a reason once it has started', async () => {
  server.rejections.push(STARTED)
  openSetup(VIEW, state)
  await click('Delete 2026 Championship')
  await dialog()
  press('Delete season')
  expect(await within(await dialog()).findByText(STARTED.message)).toBeTruthy()
  expect(
    within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Delete season' }).disabled,
  ).toBe(true)
  type(/Reason/, 'Entered twice')
  press('Delete season')
  expect(await screen.findByText('Season deleted')).toBeTruthy()
  expect(server.sent[1]).toMatchObject({ method: 'DELETE', path: '/api/admin/seasons/7?reason=Entered+twice' })
})
