import { NOTIFICATION_TYPES, notificationPreferencesSchema } from '@purple-sector/contracts/engagement/http'
import { userReply } from '@purple-sector/testing/replies'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestBrowser, forgetBrowser } from '../../../../test/create-test-browser.ts'
import { createTestServer, refuse } from '../../../../test/create-test-server.ts'
import { openPage } from '../../../../test/render-page.tsx'
import { recordedEndpoint } from './device-record.ts'
import { NotificationSettingsButton } from './settings-button.tsx'

type World = {
  subscriptions?: { endpoint: string; createdAt: string }[]
  quietHours?: object | null
  isFailing?: boolean
}
type Sent = { method: string; path: string; body: unknown }

const all = (isOn: boolean) => Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, isOn]))
const PREFERENCES = '/api/notifications/preferences'
const SUBSCRIPTIONS = '/api/notifications/push-subscriptions'

const fakeServer = (world: World) => {
  const sent: Sent[] = []
  const reads: Record<string, () => unknown> = {
    [PREFERENCES]: () =>
      notificationPreferencesSchema.parse({ push: all(true), mail: all(false), quietHours: world.quietHours ?? null }),
    [SUBSCRIPTIONS]: () => world.subscriptions ?? [],
    '/api/notifications/push-key': () => ({ publicKey: 'AQAB' }),
  }
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') {
      if (world.isFailing) return refuse({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
      return Response.json(reads[path]?.() ?? [])
    }
    const body = JSON.parse(String(init.body))
    sent.push({ method, path, body })
    if (path === SUBSCRIPTIONS && method === 'POST') {
      const created = { endpoint: body.endpoint, createdAt: '2026-11-22T00:00:00.000Z' }
      world.subscriptions = [...(world.subscriptions ?? []), created]
      return Response.json(created, { status: 201 })
    }
    if (method === 'PUT') return Response.json(notificationPreferencesSchema.parse(body))
    world.subscriptions = (world.subscriptions ?? []).filter(({ endpoint }) => endpoint !== body.endpoint)
    return new Response(null, { status: 204 })
  }
  return { world, fetch, sent }
}
const server = createTestServer(fakeServer, {})

beforeEach(() => void createTestBrowser({ permission: 'default' }))
afterEach(forgetBrowser)

const open = async (user: object = {}) => {
  openPage(<NotificationSettingsButton />, '/', userReply(user), [])
  fireEvent.click(screen.getByRole('button', { name: 'Notification settings' }))
  return within(await screen.findByRole('dialog', { name: 'Notification settings' }))
}
const device = (dialog: Awaited<ReturnType<typeof open>>) =>
  within(dialog.getByRole('region', { name: 'Push on this device' }))

describe('notification settings', () => {
  test('show push and mail per type and save them together', async () => {
    const dialog = await open()
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
          push: { ...all(true), session: false },
          mail: { ...all(false), deadline: true },
          quietHours: { from: '23:15', to: '07:00', timeZone },
        },
      },
    ])
  })

  test('use UTC when the device does not know its time zone', async () => {
    const options = Intl.DateTimeFormat().resolvedOptions()
    const unknown = { ...options, timeZone: 'Etc/Unknown' }
    const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(unknown)
    onTestFinished(() => spy.mockRestore())
    const dialog = await open()
    fireEvent.click(await dialog.findByRole('switch', { name: 'Quiet hours' }))
    expect(dialog.getByText('In UTC time.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent[0]?.body).toMatchObject({ quietHours: { from: '22:00', to: '07:00', timeZone: 'UTC' } })
  })

  test('reject quiet hours that start when they end', async () => {
    server.serve({ quietHours: { from: '22:00', to: '07:00', timeZone: 'Australia/Perth' } })
    const dialog = await open()
    fireEvent.change(await dialog.findByLabelText('Until'), { target: { value: '22:00' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Please choose another time')
    expect(dialog.getByText('In Australia/Perth time.')).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: /^Use / }))
    expect(dialog.queryByText('In Australia/Perth time.')).toBeNull()
    expect(server.sent).toEqual([])
  })

  test('offer mails to verified addresses only, and explain so', async () => {
    const dialog = await open({ emailVerified: false })
    expect((await dialog.findByRole<HTMLInputElement>('switch', { name: 'Deadlines by email' })).disabled).toBe(true)
    expect(dialog.getByText(/^We only email verified addresses. kerbsider@fans\.test isn’t verified yet/)).toBeTruthy()
  })

  test('show an error when loading fails', async () => {
    server.serve({ isFailing: true })
    const dialog = await open()
    expect(await dialog.findByText('Couldn’t load your settings')).toBeTruthy()
  })
})

describe('push on this device', () => {
  test('prompts only on a click, and can be turned on and off', async () => {
    const { requestPermission } = createTestBrowser({ permission: 'default' })
    const dialog = await open()
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

  test('stays off when permission is denied', async () => {
    createTestBrowser({ permission: 'default', says: 'denied' })
    const dialog = await open()
    fireEvent.click(await device(dialog).findByRole('button', { name: 'Turn on push' }))
    expect(await screen.findByText('Couldn’t turn on push')).toBeTruthy()
    expect(server.sent).toEqual([])
  })

  test('shows an error when the push service is unreachable', async () => {
    const { subscribe } = createTestBrowser({ permission: 'default' })
    subscribe.mockRejectedValue(new DOMException('Registration failed', 'AbortError'))
    const dialog = await open()
    fireEvent.click(await device(dialog).findByRole('button', { name: 'Turn on push' }))
    expect(
      await screen.findByText('This browser couldn’t reach its push service. Please try again later.'),
    ).toBeTruthy()
  })

  test('explains that permission was denied', async () => {
    createTestBrowser({ permission: 'denied' })
    expect(device(await open()).getByText(/^Notifications are blocked for this site/)).toBeTruthy()
  })

  test('explains that an address without https has no push', async () => {
    vi.stubGlobal('isSecureContext', false)
    expect(device(await open()).getByText(/^Push only works over https/)).toBeTruthy()
  })

  test('is off when subscribed for another key, and replaces that subscription when turned on', async () => {
    createTestBrowser({ permission: 'granted', subscribed: { endpoint: 'https://push.test/before', key: [2] } })
    server.serve({ subscriptions: [{ endpoint: 'https://push.test/before', createdAt: '2026-11-20T00:00:00.000Z' }] })
    const dialog = await open()
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
    const dialog = await open()
    expect(await device(dialog).findByText(/1 other device of yours gets them too\.$/)).toBeTruthy()
    expect(device(dialog).getByText('Off')).toBeTruthy()
  })
})
