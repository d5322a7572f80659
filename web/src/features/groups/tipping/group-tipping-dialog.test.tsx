import { carReply, groupReply, memberReply, raceReply, tipReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dialogServer, MAIN, renderDialog } from '../../../../test/render-dialog.tsx'
import { useFollowedWeekend } from '../../weekend-data/api/followed-weekend.ts'
import { GroupTippingDialog } from './group-tipping-dialog.tsx'

const server = dialogServer()
const RACES = '/api/weekends/1/races'
const SUPER2 = 'Dunlop Super2 Series'
const LATER = '2096-11-21T03:58:00.000Z'
const race = raceReply({ id: 1, deadline: LATER, scheduledStart: '2096-11-21T04:00:00.000Z' })
const cars = { '/api/cars/1': [carReply({ id: 7 }), carReply({ id: 12, number: 12, driver: 'Lux Ferrand' })] }
const tip = tipReply({ id: 5, carId: 12, groupId: 7, tipSource: 'group', car: carReply({ id: 12, number: 12 }) })

const openTippingDialog = (overrides = {}) =>
  renderDialog(<GroupTippingDialog group={groupReply({ id: 7, ...overrides })} onClose={() => {}} />)

const card = () => screen.findByRole('article', { name: MAIN })

test('shows a loading state for the races, then for the weekend', async () => {
  server.replies = { [RACES]: undefined }
  openTippingDialog()
  expect(await screen.findByRole('dialog', { name: 'Pit Lane Pundits' })).toBeTruthy()
  expect(await screen.findByText('Loading group races...')).toBeTruthy()
})

test('shows a loading state for the weekend', async () => {
  server.replies = { [RACES]: [race], '/api/tips/1': undefined }
  openTippingDialog()
  expect(await screen.findByText('Loading weekend data...')).toBeTruthy()
})

test('shows an empty state when no race counts', async () => {
  server.replies = { [RACES]: [raceReply({ sessionType: 'practice' }), race] }
  openTippingDialog({ selectedRaceIds: [99] })
  expect(await screen.findByText('No races found for this group')).toBeTruthy()
})

test("follows the races of the group's weekend, whichever weekend is active", async () => {
  openTippingDialog()
  await screen.findByRole('dialog', { name: 'Pit Lane Pundits' })
  expect(renderHook(() => useFollowedWeekend(9)).result.current).toBe(1)
})

test('shows an error', async () => {
  server.replies = { [RACES]: 503 }
  openTippingDialog()
  expect(await screen.findByText('Couldn’t load the races of the group')).toBeTruthy()
})

test('shows a card for each category that counts, with custom points', async () => {
  const super2 = raceReply({ id: 2, category: SUPER2, deadline: LATER })
  server.replies = { [RACES]: [race, super2, raceReply({ id: 3, category: 'Heritage Touring Cars' })], ...cars }
  openTippingDialog({
    selectedRaceIds: [1, 2],
    useCustomPointSystem: true,
    customPointSystem: { [MAIN]: { first: 150, second: 120, third: 99 } },
  })
  expect(within(await card()).getByText('Max 150 points')).toBeTruthy()
  expect(within(screen.getByRole('article', { name: SUPER2 })).getByText('Max 25 points')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test("shows the group's tip rather than the sector tip, and confirms a new one", async () => {
  const sector = { ...tip, id: 4, carId: 7, groupId: null, tipSource: 'sector', car: carReply({ id: 7 }) }
  server.replies = {
    [RACES]: [race],
    ...cars,
    '/api/tips/1': [sector, tip],
    'PATCH /api/tips/5': { ...tip, carId: 7, car: carReply({ id: 7 }) },
  }
  openTippingDialog()
  expect(await within(await card()).findByText('Lux Ferrand')).toBeTruthy()
  expect(await screen.findByText('Max 50 points')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Car for/ }))
  fireEvent.click(await screen.findByRole('option', { name: /Jed Harrowell/, hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Update Tip' }))
  expect(await screen.findByText('Tip submitted successfully!')).toBeTruthy()
  expect(screen.getByText(`Your tip for ${MAIN} has been saved.`)).toBeTruthy()
  expect(server.sent).toEqual([{ method: 'PATCH', path: '/api/tips/5', body: { carId: 7 } }])
})

test('shows why the server rejected a tip', async () => {
  const rejectionBody = { code: 'NOT_A_MEMBER', message: 'You are not in this group.', requestId: 'r' }
  server.replies = {
    [RACES]: [race],
    ...cars,
    'POST /api/tips': Response.json(rejectionBody, { status: 403 }),
  }
  openTippingDialog()
  await card()
  fireEvent.click(await screen.findByRole('button', { name: /^Car for/ }))
  fireEvent.click(await screen.findByRole('option', { name: /Lux Ferrand/, hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Submit Tip' }))
  expect(await screen.findByText('Error submitting tip')).toBeTruthy()
  expect(screen.getByText('You are not in this group.')).toBeTruthy()
  expect(server.sent[0]?.body).toEqual({ weekendId: 1, category: 1, carId: 12, groupId: 7, tipSource: 'group' })
})

test('locks for good once the first event has started, without revealing picks', async () => {
  const first = raceReply({ id: 1, status: 'completed', locked: true })
  server.replies = { [RACES]: [first, { ...race, id: 2 }], ...cars, '/api/tips/1': [tip] }
  openTippingDialog({ lockTipsAfterFirstEvent: true })
  expect(await screen.findByText('Tips Locked')).toBeTruthy()
  expect(screen.getByText('The first event has started - tips are now locked for this race weekend.')).toBeTruthy()
  const disabled = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  await waitFor(() => expect([disabled(/^Car for/), disabled(/Tip$/)]).toEqual([true, true]))
  expect(server.requests.filter((path) => path.endsWith('/picks'))).toEqual([])
})

test.each([
  ['stays locked by one that was taken out of the selection', [1], ['Tips Locked']],
  ['stays open where one that had started was selected later', [], []],
])('explains tips that lock after the first event: %s', async (_, countedThen, words) => {
  const first = raceReply({ id: 1, status: 'completed', locked: true })
  const progress = [...countedThen, 2].map((raceId) => ({ raceId }))
  server.replies = {
    [RACES]: [first, { ...race, id: 2 }],
    '/api/groups/7/race-progress': progress,
    ...cars,
    '/api/cars/2': cars['/api/cars/1'],
    '/api/tips/1': [tip],
  }
  openTippingDialog({ lockTipsAfterFirstEvent: true, selectedRaceIds: countedThen.length > 0 ? [2] : [1, 2] })
  await waitFor(() => expect(screen.queryAllByText('Tips Locked').map((node) => node.textContent)).toEqual(words))
  expect(await within(await card()).findByText('Lux Ferrand')).toBeTruthy()
})

test("shows the group's picks once the last race has locked", async () => {
  const pickedCar = { carId: 12, number: 12, plate: '12', driver: 'Lux Ferrand', count: 3, percent: 75 }
  server.replies = {
    [RACES]: [raceReply({ id: 1, status: 'completed', locked: true })],
    ...cars,
    '/api/tips/1': [tip],
    '/api/groups/7/picks': [
      { categoryId: 1, category: MAIN, open: false, tips: 4, cars: [pickedCar], yours: 12, members: [] },
    ],
  }
  openTippingDialog()
  const picks = await screen.findByRole('region', { name: 'How the group picked' })
  expect(within(picks).getByText('75%')).toBeTruthy()
  expect(within(picks).getByText('YOUR TIP')).toBeTruthy()
})

test('takes tips in each round of a season group that is not completed', async () => {
  const rounds = [
    weekendReply({ id: 1, name: 'Sandown 500', startDate: '2026-09-12', seasonId: 5, round: 8 }),
    weekendReply({ id: 2, name: 'Bathurst 1000', startDate: '2026-10-08', status: 'inactive' }),
    weekendReply({ id: 3, name: 'Perth Super440', startDate: '2026-05-01', status: 'completed' }),
    weekendReply({ id: 4, name: 'Not of the group' }),
  ]
  const ofNext = raceReply({ id: 21, weekendId: 2, category: SUPER2, deadline: LATER })
  server.replies = {
    ...{ '/api/weekends': rounds, [RACES]: [race], '/api/weekends/2/races': [ofNext], '/api/tips/2': [] },
    ...{ ...cars, '/api/groups/7/race-progress': [], 'POST /api/tips': tip },
  }
  const weekends = [1, 2, 3].map((weekendId) => ({ weekendId, selectedRaceIds: [] }))
  openTippingDialog({ allSeason: true, seasonId: 5, weekends })
  await card()
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Weekend' })
  expect([...choice.options].map(({ text }) => text)).toEqual(['R8 · Sandown 500', 'Bathurst 1000'])
  fireEvent.change(choice, { target: { value: '2' } })
  expect(await screen.findByRole('article', { name: SUPER2 })).toBeTruthy()
  expect(server.requests).toContain('/api/groups/7/race-progress?weekendId=2')
  expect(screen.queryByRole('article', { name: MAIN })).toBeNull()
})

test('switches on that open tips are handed in here, and loads the tips again', async () => {
  const member = memberReply('apexhunter', { usesOpenTips: true })
  server.replies = { [RACES]: [race], ...cars, 'PATCH /api/groups/7/members/me': member }
  openTippingDialog()
  await card()
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Use my open competition tips here' })
  expect(toggle.checked).toBe(false)
  const loadedBefore = server.requests.filter((path) => path === '/api/tips/1').length
  fireEvent.click(toggle)
  await waitFor(() =>
    expect(server.sent).toEqual([{ method: 'PATCH', path: '/api/groups/7/members/me', body: { usesOpenTips: true } }]),
  )
  await waitFor(() =>
    expect(server.requests.filter((path) => path === '/api/tips/1').length).toBeGreaterThan(loadedBefore),
  )
})

test('shows the choice while it is being saved', async () => {
  server.replies = { [RACES]: [race], ...cars, 'PATCH /api/groups/7/members/me': undefined }
  openTippingDialog()
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Use my open competition tips here' })
  fireEvent.click(toggle)
  await waitFor(() => expect([toggle.checked, toggle.disabled]).toEqual([true, true]))
})

test('leaves the switch as it was when it cannot be saved', async () => {
  server.replies = { [RACES]: [race], ...cars, 'PATCH /api/groups/7/members/me': 503 }
  openTippingDialog({ usesOpenTips: true })
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Use my open competition tips here' })
  fireEvent.click(toggle)
  expect(await screen.findByText('The service is busy.')).toBeTruthy()
  await waitFor(() => expect([toggle.checked, toggle.disabled]).toEqual([true, false]))
})

test('says of a copy where it is from, and makes it the tip of the group by keeping it', async () => {
  const copy = { ...tip, isCopy: true }
  server.replies = { [RACES]: [race], ...cars, '/api/tips/1': [copy], 'PATCH /api/tips/5': tip }
  openTippingDialog({ usesOpenTips: true })
  expect((await within(await card()).findByText(/From your open/)).textContent).toContain('competition tip.')
  fireEvent.click(screen.getByRole('button', { name: 'Keep Tip' }))
  await waitFor(() => expect(server.sent).toEqual([{ method: 'PATCH', path: '/api/tips/5', body: { carId: 12 } }]))
})
