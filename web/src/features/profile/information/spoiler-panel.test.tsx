import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openProfile, profileServer } from '../../../../test/render-profile.tsx'

const server = profileServer()
const panel = () => within(screen.getByRole('region', { name: 'Spoiler delay' }))
const chosenLabel = () => panel().getByRole<HTMLInputElement>('radio', { checked: true }).labels?.[0]?.textContent
const openPanel = (spoilerDelaySeconds = 0) => {
  server.serve({ user: { spoilerDelaySeconds } })
  openProfile({ user: { spoilerDelaySeconds } })
}

test('saves a preset as soon as it is selected', async () => {
  openPanel()
  expect(chosenLabel()).toBe('Off')
  fireEvent.click(panel().getByLabelText('1 min'))
  await vi.waitFor(() =>
    expect(server.sent).toEqual([{ method: 'PATCH', path: '/api/profile', body: { spoilerDelaySeconds: 60 } }]),
  )
  await vi.waitFor(() => expect(panel().getByLabelText<HTMLInputElement>('In seconds').value).toBe('60'))
  expect(chosenLabel()).toBe('1 min')
})

test('accepts any other delay, and lists it among the presets', async () => {
  openPanel(30)
  const field = panel().getByLabelText<HTMLInputElement>('In seconds')
  fireEvent.change(field, { target: { value: '75' } })
  fireEvent.blur(field)
  await vi.waitFor(() => expect(chosenLabel()).toBe('1 min 15 s'))
  expect(server.sent.map(({ body }) => body)).toEqual([{ spoilerDelaySeconds: 75 }])
})

test('rejects an invalid delay without saving it', () => {
  openPanel(30)
  const field = panel().getByLabelText<HTMLInputElement>('In seconds')
  fireEvent.change(field, { target: { value: '121' } })
  fireEvent.blur(field)
  expect(panel().getByRole('alert').textContent).toBe('Whole seconds, 0 to 120')
  expect(server.sent).toEqual([])
})

test('reverts a delay that could not be saved', async () => {
  openPanel(30)
  server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
  fireEvent.click(panel().getByLabelText('Off'))
  expect(await screen.findByText('Couldn’t save the spoiler delay')).toBeTruthy()
  expect(chosenLabel()).toBe('30 s')
})
