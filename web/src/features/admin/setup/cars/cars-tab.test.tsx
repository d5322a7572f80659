import { carReply, raceReply, weekendReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { click, openSetup, setupServer } from '../../../../../test/render-setup.tsx'

const weekend = weekendReply({ id: 1 })
const SUPERCARS = 'Repco Supercars Championship'
const car = carReply({ id: 11, coDriver: 'Rory Tench' })
const withdrawnCar = {
  ...car,
  id: 12,
  number: 40,
  plate: '40',
  driver: 'Corey Vander',
  coDriver: null,
  withdrawn: true,
}
const state = { weekends: [weekend], races: [raceReply({ id: 5 })], cars: [car, withdrawnCar] }
const server = setupServer(state)

const choose = async (item: string) => fireEvent.click(await screen.findByRole('menuitem', { name: item }))

describe('the cars of a weekend', () => {
  test("counts active cars and shows each one's status", async () => {
    openSetup('?tab=cars', state)
    expect(await screen.findByText('1 car in 1 category of Southern Cross 500.')).toBeTruthy()
    expect(screen.getByText('Jed Harrowell / Rory Tench')).toBeTruthy()
    expect(screen.getByText('Withdrawn')).toBeTruthy()
  })

  test('shows an empty state without cars', async () => {
    server.serve({ weekends: [weekend] })
    openSetup('?tab=cars', { weekends: [weekend] })
    expect(await screen.findByText('No cars entered for this weekend')).toBeTruthy()
  })

  test("shows the server's error when a status is rejected", async () => {
    server.rejections.push({ status: 404, code: 'CAR_NOT_FOUND', message: 'There’s no such car.' })
    openSetup('?tab=cars', state)
    const status = await screen.findByRole('combobox', { name: 'Status of #7 Jed Harrowell' })
    fireEvent.change(status, { target: { value: 'dnf' } })
    expect(await screen.findByText('There’s no such car.')).toBeTruthy()
    expect(server.sent[0]).toMatchObject({ path: '/api/admin/cars/11/status', body: { status: 'dnf' } })
  })

  test('restores a withdrawn car', async () => {
    server.answers.push({ ...withdrawnCar, withdrawn: false })
    openSetup('?tab=cars', state)
    await click('Re-enter #40 Corey Vander')
    expect(await screen.findByText('Car re-entered')).toBeTruthy()
    expect(server.sent[0]?.body).toMatchObject({ number: 40, driver: 'Corey Vander', class: SUPERCARS })
  })

  test('sends only the change when a car gets another driver', async () => {
    openSetup('?tab=cars', state)
    await click('More for #7 Jed Harrowell')
    await choose('Edit')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Published results keep the names they were published with.')
    fireEvent.change(within(dialog).getByLabelText('Driver'), { target: { value: 'Ada Moss' } })
    server.answers.push({ ...car, driver: 'Ada Moss' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Car updated')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'PATCH', path: '/api/admin/cars/11' }])
    expect(server.sent[0]?.body).toEqual({ driver: 'Ada Moss' })
  })

  test('sends a plate as typed and shows beside it that it is taken', async () => {
    openSetup('?tab=cars', state)
    await click('More for #7 Jed Harrowell')
    await choose('Edit')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Number'), { target: { value: '07' } })
    server.rejections.push({ status: 409, code: 'CAR_NUMBER_TAKEN', message: 'Car #07 is entered already.' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Failed to update car')).toBeTruthy()
    expect(within(dialog).getByRole('alert').textContent).toBe('Car #07 is entered already.')
    expect(within(dialog).getByLabelText('Number').getAttribute('aria-invalid')).toBe('true')
    expect(server.sent[0]?.body).toEqual({ number: 7, plate: '07' })
  })

  test('shows beside a number that it is taken, and in a toast with its own title', async () => {
    server.rejections.push({ status: 409, code: 'CAR_NUMBER_TAKEN', message: 'Car #7 is entered already.' })
    openSetup('?tab=cars', state)
    await click('Create car')
    const dialog = await screen.findByRole('dialog')
    await vi.waitFor(() => expect(dialog.querySelector('option[value="5"]')).toBeTruthy())
    fireEvent.change(within(dialog).getByLabelText('Session'), { target: { value: '5' } })
    fireEvent.change(within(dialog).getByLabelText('Driver'), { target: { value: 'Ada Moss' } })
    fireEvent.change(within(dialog).getByLabelText('Number'), { target: { value: '7' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create car' }))
    expect(await screen.findByText('Failed to create car')).toBeTruthy()
    expect(within(dialog).getByRole('alert').textContent).toBe('Car #7 is entered already.')
  })
})
