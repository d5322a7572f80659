import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { openProfile, profileServer } from '../../../../test/render-profile.tsx'
import { toasts } from '../../../ui/toasts/toast-store.ts'

const server = profileServer()
const TEAM = { userType: 'team', teamName: 'Saltbush Racing', carNumber: '05', manufacturer: 'Ford' }

const panel = () => within(screen.getByRole('region', { name: 'Profile Information' }))
const openInformation = (user: object = {}) => {
  server.serve({ user })
  return openProfile({ user })
}
const edit = (user: object = {}) => {
  openInformation(user)
  fireEvent.click(panel().getByRole('button', { name: 'Edit' }))
  return within(screen.getByRole('form', { name: 'Profile Information' }))
}
const type = (label: string, value: string) => fireEvent.change(panel().getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(panel().getAllByRole('button', { name })[0]!)

describe('the profile facts', () => {
  test('shows team facts for teams only', () => {
    openInformation({ ...TEAM, chatStatus: 'hoarse by Race 2', preferredWeekendId: 2, firstName: 'Kit' })
    const facts = ['kerbsider', 'kerbsider@fans.test', 'Kit', 'Team', 'Saltbush Racing', '05', 'Ford', 'The Bend']
    for (const text of [...facts, 'hoarse by Race 2']) expect(panel().getByText(text)).toBeTruthy()
    expect(panel().queryByRole('textbox')).toBeNull()
  })

  test('shows no team of a spectator', () => {
    openInformation({ ...TEAM, userType: 'spectator' })
    expect(panel().getByText('Spectator')).toBeTruthy()
    expect(panel().queryByText('Saltbush Racing')).toBeNull()
  })

  test('shows an unverified address and mails the link again', async () => {
    openInformation({ emailVerified: false })
    fireEvent.click(panel().getByRole('button', { name: 'Resend email' }))
    expect(await screen.findByText('Email sent')).toBeTruthy()
    expect(server.sent).toMatchObject([{ method: 'POST', path: '/api/auth/verify/send' }])
  })
})

describe('the profile form', () => {
  test('saves only the changes and shows them', async () => {
    const form = edit(TEAM)
    expect(form.getAllByRole<HTMLButtonElement>('button', { name: 'Save' })[0]?.disabled).toBe(true)
    type('Username', 'turn2terry')
    type('Manufacturer', 'BMW')
    type('Preferred weekend', '2')
    press('Save')
    expect(await screen.findByText('Profile Updated')).toBeTruthy()
    expect(server.sent).toEqual([
      {
        method: 'PATCH',
        path: '/api/profile',
        body: { username: 'turn2terry', manufacturer: 'BMW', preferredWeekendId: 2 },
      },
    ])
    expect(panel().getByText('turn2terry')).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Edit')
  })

  test('shows team fields by user type', () => {
    const form = edit()
    expect(form.queryByLabelText('Team name')).toBeNull()
    fireEvent.click(form.getByLabelText('Team'))
    for (const label of ['Team name', 'Car number', 'Manufacturer']) expect(form.getByLabelText(label)).toBeTruthy()
    const options = within(form.getByLabelText('Manufacturer')).getAllByRole('option')
    expect(options.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Chevrolet',
      'Ford',
      'Toyota',
      'Porsche',
      'BMW',
      'Audi',
      'Mercedes',
      'Other',
    ])
    fireEvent.click(form.getByLabelText('Spectator'))
    expect(form.queryByLabelText('Team name')).toBeNull()
  })

  test('counts the characters of the chat status', () => {
    const form = edit({ chatStatus: 'hoarse by Race 2' })
    expect(form.getByText('16 / 50')).toBeTruthy()
    type('Chat status', 'x'.repeat(50))
    expect(form.getByText('50 / 50')).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Chat status').maxLength).toBe(50)
  })

  test('discards the changes on Cancel', () => {
    edit()
    type('Username', 'turn2terry')
    press('Cancel')
    expect(panel().getByText('kerbsider')).toBeTruthy()
    press('Edit')
    expect(panel().getByLabelText<HTMLInputElement>('Username').value).toBe('kerbsider')
    expect(server.sent).toEqual([])
  })

  test('shows the address read-only with its verification', () => {
    const form = edit()
    expect(form.getByLabelText<HTMLInputElement>('Email').disabled).toBe(true)
    expect(form.getByText('Verified. You can’t change it here.')).toBeTruthy()
  })
})

describe('a failed save of the profile', () => {
  test('shows that the username is taken, also at the field, and keeps the input', async () => {
    edit()
    server.rejections.push({ status: 409, code: 'USERNAME_TAKEN', message: 'Username already taken' })
    type('Username', 'turn2terry')
    type('Chat status', 'Row 12')
    press('Save')
    const takenMessage = 'This username is already taken. Please choose a different one.'
    expect((await panel().findByRole('alert')).textContent).toBe(takenMessage)
    expect(toasts.current()).toMatchObject({ title: 'Update Failed', text: takenMessage, tone: 'red' })
    expect(panel().getByLabelText<HTMLInputElement>('Chat status').value).toBe('Row 12')
    type('Username', 'turn3terry')
    expect(panel().queryByRole('alert')).toBeNull()
    press('Save')
    expect(await screen.findByText('Profile Updated')).toBeTruthy()
  })

  test('shows the error of the next name, not of the previous one', async () => {
    edit()
    server.rejections.push({ status: 409, code: 'USERNAME_TAKEN', message: 'Username already taken' })
    type('Username', 'dunlop_dave')
    press('Save')
    expect((await panel().findByRole('alert')).textContent).toMatch(/already taken/)
    type('Username', 'two words')
    press('Save')
    expect((await panel().findByRole('alert')).textContent).not.toMatch(/already taken/)
  })

  test.each([
    [
      { status: 400, code: 'BAD_REQUEST', message: 'The username is odd.' },
      'Username is not available. Please try a different username.',
    ],
    [
      { status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' },
      'Failed to update profile. Please try again.',
    ],
  ])("shows the catalogue's message: %o", async (rejection, words) => {
    edit()
    server.rejections.push(rejection)
    type('Chat status', 'Row 12')
    press('Save')
    await vi.waitFor(() => expect(toasts.current()).toMatchObject({ title: 'Update Failed', text: words }))
    expect(panel().getByLabelText<HTMLInputElement>('Chat status').value).toBe('Row 12')
  })

  test('rejects an invalid username before the request is sent', async () => {
    edit()
    type('Username', 'no spaces')
    press('Save')
    expect((await panel().findByRole('alert')).textContent).toBe('Username must be 3 to 30 letters, digits, _, - or .')
    expect(server.sent).toEqual([])
  })
})
