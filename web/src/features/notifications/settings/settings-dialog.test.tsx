import { NOTIFICATION_TYPES, notificationPreferencesSchema } from '@purple-sector/contracts/engagement/http'
import { userReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestBrowser, resetBrowser } from '../../../../test/create-test-browser.ts'
import { createTestServer, rejectionReply } from '../../../../test/create-test-server.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { recordedEndpoint } from '../api/device-record.ts'
import { NotificationSettingsButton } from './settings-button.tsx'

type ServerState = {
  subscriptions?: { endpoint: string; createdAt: string }[]
  quietHours?: object | null
  isFailing?: boolean
}
type Sent = { method: string; path: string; body: unknown }

const allTypes = (isOn: boolean) => Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, isOn]))
const PREFERENCES = '/api/notifications/preferences'
const SUBSCRIPTIONS = '/api/notifications/push-subscriptions'

const fakeServer = (state: ServerState) => {
  const sent: Sent[] = []
  const repliesByPath: Record<string, () => unknown> = {
    [PREFERENCES]: () =>
      notificationPreferencesSchema.parse({
        push: allTypes(true),
        mail: allTypes(false),
        quietHours: state.quietHours ?? null,
      }),
    [SUBSCRIPTIONS]: () => state.subscriptions ?? [],
    '/api/notifications/push-key': () => ({ publicKey: 'AQAB' }),
  }
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') {
      if (state.isFailing) return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
      return Response.json(repliesByPath[path]?.() ?? [])
    }
    const body = JSON.parse(String(init.body))
    sent.push({ method, path, body })
    if (path === SUBSCRIPTIONS && method === 'POST') {
      const created = { endpoint: body.endpoint, createdAt: '2026-11-22T00:00:00.000Z' }
      state.subscriptions = [...(state.subscriptions ?? []), created]
      return Response.json(created, { status: 201 })
    }
    if (method === 'PUT') return Response.json(notificationPreferencesSchema.parse(body))
    state.subscriptions = (state.subscriptions ?? []).filter(({ endpoint }) => endpoint !== body.endpoint)
    return new Response(null, { status: 204 })
  }
  return { state, fetch, sent }
}
const server = createTestServer(fakeServer, {})

beforeEach(() => void createTestBrowser({ permission: 'default' }))
afterEach(resetBrowser)

const openSettings = async (user: object = {}) => {
  openPage(<NotificationSettingsButton />, '/', userReply(user), [])
  fireEvent.click(screen.getByRole('button', { name: 'Notification settings' }))
  return within(await screen.findByRole('dialog', { name: 'Notification settings' }))
}
const device = (dialog: Awaited<ReturnType<typeof openSettings>>) =>
  within(dialog.getByRole('region', { name: 'Push on this device' }))

describe('notification settings', () => {
  test('shows push and mail per type and saves them together', async () => {
    const dialog = await openSettings()
    fireEvent.click(await dialog.findByRole('switch', { name: 'Sessions by push' }))
    fireEvent.click(dialog.getByRole('switch', { name: 'Deadlines by email' }))
    fireEvent.click(dialog.getByRole('switch', { name: 'Quiet hours' }))
    fireEvent.change(dialog.getByLabelText('From'), { target: { value: '23:15' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(server.sent).toEqual([
      {
        method: 'PUT',
        path: PREFERENCES,
        body: {
          push: { ...allTypes(true), session: false },
          mail: { ...allTypes(false), deadline: true },
          quietHours: { from: '23:15', to: '07:00', timeZone },
        },
      },
    ])
  })

  test('uses UTC when the device does not know its time zone', async () => {
    const options = Intl.DateTimeFormat().resolvedOptions()
    const unknown = { ...options, timeZone: 'Etc/Unknown' }
    const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(unknown)
    onTestFinished(() => spy.mockRestore())
    const dialog = await openSettings()
    fireEvent.click(await dialog.findByRole('switch', { name: 'Quiet hours' }))
    expect(dialog.getByText('In UTC time.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent[0]?.body).toMatchObject({ quietHours: { from: '22:00', to: '07:00', timeZone: 'UTC' } })
  })

  test('rejects quiet hours that start when they end', async () => {
    server.serve({ quietHours: { from: '22:00', to: '07:00', timeZone: 'Australia/Perth' } })
    const dialog = await openSettings()
    fireEvent.change(await dialog.findByLabelText('Until'), { target: { value: '22:00' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Please choose another time')
    expect(dialog.getByText('In Australia/Perth time.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: /^Use / }))
    expect(dialog.queryByText('In Australia/Perth time.')).toBeNull()
    expect(server.sent).toEqual([])
  })

  test('offers mails to verified addresses only, and explains so', async () => {
    const dialog = await openSettings({ emailVerified: false })
    expect((await dialog.findByRole<HTMLInputElement>('switch', { name: 'Deadlines by email' })).disabled).toBe(true)
    expect(dialog.getByText(/^We only email verified addresses. kerbsider@fans\.test isn’t verified yet/)).toBeTruthy()
  })

  test('shows an error when the settings fail to load', async () => {
    server.serve({ isFailing: true })
    const dialog = await openSettings()
    expect(await dialog.findByText('Couldn’t load your settings')).toBeTruthy()
  })
})

describe('push on this device', () => {
  test('prompts for push only on a click, and turns push on and off', async () => {
    const { requestPermission } = createTestBrowser({ permission: 'default' })
    const dialog = await openSettings()
    const turnOn = await device(dialog).findByRole('button', { name: 'Turn on push' })
    expect(requestPermission).not.toHaveBeenCalled()
    fireEvent.click(turnOn)
    expect(await screen.findByText('Push is on')).toBeTruthy()
    expect(server.sent).toMatchObject([
      { method: 'POST', path: SUBSCRIPTIONS, body: { endpoint: 'https://push.test/here' } },
    ])
    expect(recordedEndpoint(userReply().id)).toBe('https://push.test/here')
    fireEvent.click(await device(dialog).findByRole('button', { name: 'Turn off' }))
    expect(await device(dialog).findByRole('button', { name: 'Turn on push' })).toBeTruthy()
    expect(server.sent[1]).toEqual({
      method: 'DELETE',
      path: SUBSCRIPTIONS,
      body: { endpoint: 'https://push.test/here' },
    })
    expect(recordedEndpoint(userReply().id)).toBeUndefined()
  })

  test('keeps push off when permission is denied', async () => {
    createTestBrowser({ permission: 'default', promptAnswer: 'denied' })
    const dialog = await openSettings()
    fireEvent.click(await device(dialog).findByRole('button', { name: 'Turn on push' }))
    expect(await screen.findByText('Couldn’t turn on push')).toBeTruthy()
    expect(server.sent).toEqual([])
  })

  test('shows an error when the push service is unreachable', async () => {
    const { subscribe } = createTestBrowser({ permission: 'default' })
    subscribe.mockRejectedValue(new DOMException('Registration failed', 'AbortError'))
    const dialog = await openSettings()
    fireEvent.click(await device(dialog).findByRole('button', { name: 'Turn on push' }))
    expect(
      await screen.findByText('This browser couldn’t reach its push service. Please try again later.'),
    ).toBeTruthy()
  })

  test('explains that permission was denied', async () => {
    createTestBrowser({ permission: 'denied' })
    expect(device(await openSettings()).getByText(/^Notifications are blocked for this site/)).toBeTruthy()
  })

  test('explains that an address without https has no push', async () => {
    vi.stubGlobal('isSecureContext', false)
    expect(device(await openSettings()).getByText(/^Push only works over https/)).toBeTruthy()
  })

  test('shows push as off when subscribed for another key, and replaces that subscription when turned on', async () => {
    createTestBrowser({ permission: 'granted', subscribed: { endpoint: 'https://push.test/before', key: [2] } })
    server.serve({ subscriptions: [{ endpoint: 'https://push.test/before', createdAt: '2026-11-20T00:00:00.000Z' }] })
    const dialog = await openSettings()
    fireEvent.click(await device(dialog).findByRole('button', { name: 'Turn on push' }))
    expect(await device(dialog).findByRole('button', { name: 'Turn off' })).toBeTruthy()
    expect(device(dialog).queryByText(/other device/)).toBeNull()
    expect(server.sent).toMatchObject([
      { method: 'POST', path: SUBSCRIPTIONS, body: { endpoint: 'https://push.test/here' } },
      { method: 'DELETE', path: SUBSCRIPTIONS, body: { endpoint: 'https://push.test/before' } },
    ])
  })

  test('counts the other devices', async () => {
    server.serve({ subscriptions: [{ endpoint: 'https://push.test/phone', createdAt: '2026-11-20T00:00:00.000Z' }] })
    const dialog = await openSettings()
    expect(await device(dialog).findByText(/1 other device of yours gets them too\.$/)).toBeTruthy()
    expect(device(dialog).getByText('Off')).toBeTruthy()
  })
})
