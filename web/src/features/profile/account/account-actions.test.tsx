import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openProfile, profileServer } from '../../../../test/render-profile.tsx'

const server = profileServer()
const { leaveWithFlash } = vi.hoisted(() => ({ leaveWithFlash: vi.fn() }))
vi.mock('../../../client/messages/flash.ts', () => ({ leaveWithFlash }))
beforeEach(() => leaveWithFlash.mockReset())
// Signing out leaves the page: this simulates a page load for the next test.
afterEach(() => window.dispatchEvent(new Event('pageshow')))

const panel = () => within(screen.getByRole('region', { name: 'Account Actions' }))
const openAction = async (button: string, title: string, user: object = {}) => {
  openProfile({ user })
  fireEvent.click(panel().getByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: title }))
}
const thisBrowser = {
  id: '00000000-0000-4000-8000-000000000001',
  browser: 'Firefox on Windows',
  createdAt: '2026-11-20T00:00:00.000Z',
  lastSeenAt: '2026-11-22T00:00:00.000Z',
  isCurrent: true,
}
const phone = {
  ...thisBrowser,
  id: '00000000-0000-4000-8000-000000000002',
  browser: 'Chrome on Android',
  isCurrent: false,
}

test('shows every account action in its place', () => {
  openProfile()
  expect(panel().getByRole('link', { name: 'Sign Out' }).getAttribute('href')).toBe('/api/logout')
  const download = panel().getByRole('link', { name: 'Download my data' })
  expect([download.getAttribute('href'), download.hasAttribute('download')]).toEqual(['/api/profile/export', true])
  for (const [name, address] of [
    ['Performance analytics', '/analytics'],
    ['History', '/history'],
  ])
    expect(panel().getByRole('link', { name }).getAttribute('href')).toBe(address)
})

describe('the password dialog', () => {
  const fill = (dialog: Awaited<ReturnType<typeof openAction>>, current: string, next: string, repeated = next) => {
    const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    type('Current password', current)
    type('New password', next)
    type('Repeat new password', repeated)
    fireEvent.click(dialog.getByRole('button', { name: 'Change password' }))
  }

  test('changes the password', async () => {
    fill(await openAction('Change password', 'Change password'), 'eight laps', 'nine laps to go')
    expect(await screen.findByText('Password changed')).toBeTruthy()
    expect(server.sent).toEqual([
      {
        method: 'POST',
        path: '/api/auth/password',
        body: { currentPassword: 'eight laps', password: 'nine laps to go' },
      },
    ])
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows a wrong, short or mistyped password at its field', async () => {
    const dialog = await openAction('Change password', 'Change password')
    fill(dialog, '', 'short', 'shorter')
    expect(dialog.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Please enter your current password',
      'Password must be at least 8 characters',
      'The passwords don’t match',
    ])
    server.rejections.push({
      status: 400,
      code: 'WRONG_PASSWORD',
      message: 'Your current password is wrong.',
      issues: [{ path: 'currentPassword', message: 'is wrong' }],
    })
    fill(dialog, 'not mine', 'nine laps to go')
    expect((await dialog.findByRole('alert')).textContent).toBe('Your current password is wrong.')
  })

  test('mails a link when the account has no password', async () => {
    const dialog = await openAction('Set a password', 'Set a password', { hasPassword: false })
    fireEvent.click(dialog.getByRole('button', { name: 'Send email' }))
    expect(await screen.findByText('Email sent')).toBeTruthy()
    expect(server.sent).toEqual([
      { method: 'POST', path: '/api/auth/password/forgot', body: { email: 'kerbsider@fans.test' } },
    ])
  })
})

describe('the sessions dialog', () => {
  test('lists the sessions, marks this browser, and ends one of the others', async () => {
    server.serve({ sessions: [thisBrowser, phone] })
    const dialog = await openAction('Where I’m signed in', 'Where I’m signed in')
    expect(await dialog.findByText('This browser')).toBeTruthy()
    const end = dialog.getByRole('button', { name: /^Sign out Chrome on Android/ })
    server.state.sessions = [thisBrowser]
    fireEvent.click(end)
    expect(await screen.findByText('Chrome on Android is signed out.')).toBeTruthy()
    await vi.waitFor(() => expect(dialog.queryByText('Chrome on Android')).toBeNull())
    expect(server.sent).toMatchObject([{ method: 'DELETE', path: `/api/auth/sessions/${phone.id}` }])
  })

  test('shows an error when loading fails', async () => {
    server.failing.add('/api/auth/sessions')
    const dialog = await openAction('Where I’m signed in', 'Where I’m signed in')
    expect(await dialog.findByText('Couldn’t load where you’re signed in')).toBeTruthy()
    server.failing.clear()
  })

  test('ends all sessions and leads to the landing page', async () => {
    const dialog = await openAction('Sign out everywhere', 'Sign out everywhere?')
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    await vi.waitFor(() => expect(leaveWithFlash).toHaveBeenCalledOnce())
    expect(server.sent).toMatchObject([{ method: 'POST', path: '/api/auth/logout-everywhere' }])
  })
})

describe('deleting the account', () => {
  const remove = 'Delete my account'

  test('requires the password, and the landing page confirms', async () => {
    const dialog = await openAction('Delete my account', 'Delete my account?')
    expect(dialog.getByText('What stays, as “Anonymous”')).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: remove }).disabled).toBe(true)
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'eight laps' } })
    fireEvent.click(dialog.getByRole('button', { name: remove }))
    await vi.waitFor(() => expect(leaveWithFlash).toHaveBeenCalledOnce())
    expect(leaveWithFlash.mock.lastCall?.[0]).toMatchObject({ title: 'Your account is deleted' })
    expect(server.sent).toEqual([{ method: 'DELETE', path: '/api/profile', body: { password: 'eight laps' } }])
  })

  test('requires the name when there is no password', async () => {
    const dialog = await openAction('Delete my account', 'Delete my account?', { hasPassword: false })
    const field = dialog.getByLabelText('Type kerbsider to delete the account')
    fireEvent.change(field, { target: { value: 'kerb' } })
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: remove }).disabled).toBe(true)
    fireEvent.change(field, { target: { value: 'kerbsider' } })
    fireEvent.click(dialog.getByRole('button', { name: remove }))
    await vi.waitFor(() => expect(server.sent).toMatchObject([{ body: { confirm: 'kerbsider' } }]))
  })

  test('fails with a wrong password', async () => {
    const dialog = await openAction('Delete my account', 'Delete my account?')
    server.rejections.push({
      status: 400,
      code: 'WRONG_PASSWORD',
      message: 'Your current password is wrong.',
      issues: [{ path: 'password', message: 'is wrong' }],
    })
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'not mine' } })
    fireEvent.click(dialog.getByRole('button', { name: remove }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Your current password is wrong.')
    expect(leaveWithFlash).not.toHaveBeenCalled()
  })
})
