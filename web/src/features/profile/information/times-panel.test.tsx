import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openProfile, profileServer } from '../../../../test/render-profile.tsx'

const server = profileServer()
const devices = vi.hoisted(() => ({ zone: 'Australia/Perth' as string | undefined }))
vi.mock('../../../client/browser/device-zone.ts', () => ({ deviceZone: () => devices.zone }))
afterEach(() => {
  devices.zone = 'Australia/Perth'
})

const panel = () => within(screen.getByRole('region', { name: 'Show times in' }))
const choice = (name: string) => panel().getByRole<HTMLInputElement>('radio', { name })

test('shows track time unless chosen, and saves straight away', async () => {
  openProfile({ user: { timeZone: 'Australia/Perth' } })
  expect(choice('Track time').checked).toBe(true)
  expect(panel().getByText(/Your time is Perth time/)).toBeTruthy()
  expect(panel().queryByRole('button')).toBeNull()
  fireEvent.click(choice('Both'))
  await vi.waitFor(() =>
    expect(server.sent).toEqual([{ method: 'PATCH', path: '/api/profile', body: { timesIn: 'both' } }]),
  )
  await vi.waitFor(() => expect(choice('Both').checked).toBe(true))
})

test('sends the zone of the device with the choice while none is known', async () => {
  server.serve({ user: { timeZone: null } })
  openProfile({ user: { timeZone: null } })
  fireEvent.click(choice('My time'))
  await vi.waitFor(() => expect(server.sent[0]?.body).toEqual({ timesIn: 'mine', timeZone: 'Australia/Perth' }))
})

test('offers the zone of this device if it is another', async () => {
  openProfile()
  fireEvent.click(panel().getByRole('button', { name: 'Use Perth time, as on this device' }))
  await vi.waitFor(() => expect(server.sent[0]?.body).toEqual({ timeZone: 'Australia/Perth' }))
  await vi.waitFor(() => expect(panel().queryByRole('button')).toBeNull())
})

test('goes back when the choice could not be saved, and offers nothing on a device without a zone', async () => {
  devices.zone = undefined
  openProfile()
  expect(panel().queryByRole('button')).toBeNull()
  server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
  fireEvent.click(choice('My time'))
  expect(await screen.findByText('Couldn’t save the setting')).toBeTruthy()
  await vi.waitFor(() => expect(choice('Track time').checked).toBe(true))
})
