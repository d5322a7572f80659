import { raceReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSetup, setupServer } from '../../../../../test/render-setup.tsx'

const weekend = weekendReply({ id: 1 })
const races = [
  raceReply({ id: 1, name: 'Qualifying', locked: true }),
  raceReply({ id: 2 }),
  raceReply({ id: 3, name: 'Race 2' }),
]
const state = { weekends: [weekend], races }
const server = setupServer(state)

const tick = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('shows all races when none is selected, and keeps locked ones on a first selection', async () => {
  openSetup('?tab=filter', state)
  const race2 = await tick(/Race 2/)
  expect(screen.getByText('Nothing is chosen, so all 3 sessions show in Purple Sector Tipping.')).toBeTruthy()
  expect((await tick(/Qualifying/)).disabled).toBe(true)
  fireEvent.click(race2)
  expect(screen.getByText('2 of 3 sessions show in Purple Sector Tipping.')).toBeTruthy()
  server.answers.push({ ...weekend, productRaceIds: [1, 3] })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Purple Sector race filter updated')).toBeTruthy()
  expect(server.sent[0]).toMatchObject({
    path: '/api/admin/weekends/1/purple-sector-races',
    body: { productRaceIds: [1, 3] },
  })
})

test('rejects showing all races while a locked one is excluded', async () => {
  openSetup('?tab=filter', { ...state, weekends: [{ ...weekend, productRaceIds: [2] }] })
  await tick(/Race 2/)
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText('Qualifying is locked and left out, so not all can show.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})

test("shows the server's error", async () => {
  server.rejections.push({ status: 409, code: 'SESSION_LOCKED', message: 'Race 1 is locked.' })
  openSetup('?tab=filter', state)
  fireEvent.click(await tick(/Race 1/))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to update Purple Sector race filter')).toBeTruthy()
  expect(screen.getByText('Race 1 is locked.')).toBeTruthy()
})

test('marks a cancelled race', async () => {
  const cancelled = raceReply({ id: 4, name: 'Race 3', locked: true, status: 'completed', resultStatus: 'cancelled' })
  const abandoned = { weekends: [weekend], races: [cancelled] }
  server.serve(abandoned)
  openSetup('?tab=filter', abandoned)
  expect(await tick(/Race 3.*Cancelled/)).toBeTruthy()
})
