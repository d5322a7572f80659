import { carReply, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { click, openSetup, setupServer } from '../../../../../test/render-setup.tsx'

const weekend = weekendReply({ id: 1 })
const state = {
  weekends: [weekend],
  races: [raceReply({ id: 5 })],
  cars: [
    carReply({ id: 11, driver: 'Jed Harrowell', coDriver: 'Rory Tench', status: 'crashed' }),
    carReply({ id: 12, driver: 'Ada Moss', coDriver: null, number: 31, plate: '31' }),
  ],
}
const server = setupServer(state)
const rows = async () => within(await screen.findByRole('list', { name: 'Drivers' })).getAllByRole('listitem')

test('lists all drivers, and an inactive car as an issue of all its drivers', async () => {
  openSetup('?tab=drivers', state)
  expect((await rows()).map((row) => [row.textContent?.includes('Issues'), row.textContent])).toEqual([
    [false, expect.stringContaining('Ada Moss')],
    [true, expect.stringContaining('Jed Harrowell')],
    [true, expect.stringContaining('Rory Tench')],
  ])
  expect(screen.getAllByText('#7 Crashed').length).toBe(2)
  expect(screen.getByText('3 drivers of Southern Cross 500.')).toBeTruthy()
})

test('shows an empty state without drivers', async () => {
  server.serve({ weekends: [weekend] })
  openSetup('?tab=drivers', { weekends: [weekend] })
  expect(await screen.findByText('No drivers found for this weekend')).toBeTruthy()
})

test('adds a driver with every field and sends nothing without the required ones', async () => {
  openSetup('?tab=drivers', state)
  await click('Add Driver')
  const dialog = await screen.findByRole('dialog')
  const send = within(dialog).getByRole('button', { name: 'Add Driver' })
  fireEvent.click(send)
  expect(await screen.findByText('Please fill in required fields')).toBeTruthy()
  expect(server.sent).toEqual([])
  const typed = { Driver: 'Elise Kinnear', Number: '08', Team: 'Saltpan', Model: 'Mustang', 'Car name': 'Blue' }
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(within(dialog).getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  fireEvent.change(within(dialog).getByLabelText(/^Co-driver/), { target: { value: 'Max Orr' } })
  fireEvent.change(within(dialog).getByLabelText(/^Manufacturer/), { target: { value: 'Ford' } })
  server.answers.push(carReply({ id: 13, driver: 'Elise Kinnear' }))
  fireEvent.click(send)
  expect(await screen.findByText('Driver added')).toBeTruthy()
  expect(server.sent).toMatchObject([
    {
      path: '/api/admin/weekends/1/drivers',
      body: {
        ...{ name: 'Blue', number: 8, plate: '08', driver: 'Elise Kinnear', coDriver: 'Max Orr', team: 'Saltpan' },
        ...{ manufacturer: 'Ford', model: 'Mustang' },
      },
    },
  ])
})

test("removes a driver from all races after a confirmation and shows the server's error", async () => {
  server.rejections.push({ status: 409, code: 'RESULT_PUBLISHED', message: 'A result names this driver.' })
  openSetup('?tab=drivers', state)
  await click('Remove Jed Harrowell from all races')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('1 car (#7) will be withdrawn')
  expect(server.sent).toEqual([])
  const confirm = within(dialog).getByRole('button', { name: 'Remove driver' })
  fireEvent.click(confirm)
  expect(await screen.findByText('A result names this driver.')).toBeTruthy()
  fireEvent.click(confirm)
  expect(await screen.findByText('Driver removed')).toBeTruthy()
  expect(server.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array(2).fill('DELETE /api/admin/weekends/1/drivers/Jed%20Harrowell'),
  )
})
