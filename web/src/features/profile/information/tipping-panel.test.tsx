import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openProfile, profileServer } from '../../../../test/render-profile.tsx'

const server = profileServer()
const autoTip = () =>
  within(screen.getByRole('region', { name: 'If you forget to tip' })).getByRole<HTMLInputElement>('switch', {
    name: 'Use my car from the last weekend',
  })

test('is off unless chosen, and saves straight away', async () => {
  openProfile()
  expect(autoTip().checked).toBe(false)
  fireEvent.click(autoTip())
  await vi.waitFor(() =>
    expect(server.sent).toEqual([{ method: 'PATCH', path: '/api/profile', body: { autoTip: true } }]),
  )
  await vi.waitFor(() => expect([autoTip().checked, autoTip().disabled]).toEqual([true, false]))
})

test('goes back when the setting could not be saved', async () => {
  server.serve({ user: { autoTip: true } })
  openProfile({ user: { autoTip: true } })
  server.rejections.push({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
  fireEvent.click(autoTip())
  expect(await screen.findByText('Couldn’t save the setting')).toBeTruthy()
  await vi.waitFor(() => expect([autoTip().checked, autoTip().disabled]).toEqual([true, false]))
})

test('lets admins of groups nudge unless that is switched off', async () => {
  openProfile()
  const nudges = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Nudges from my groups' })
  expect(nudges().checked).toBe(true)
  fireEvent.click(nudges())
  await vi.waitFor(() =>
    expect(server.sent).toEqual([{ method: 'PATCH', path: '/api/profile', body: { nudges: false } }]),
  )
  await vi.waitFor(() => expect([nudges().checked, nudges().disabled]).toEqual([false, false]))
})
