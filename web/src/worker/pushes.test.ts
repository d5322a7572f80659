import { afterEach, describe, expect, test, vi } from 'vitest'
import { handlePushes } from './pushes.ts'
import type { Scope } from './scope.ts'

const wait = setTimeout

afterEach(() => {
  vi.unstubAllGlobals()
})

type Window = {
  visibilityState: string
  /** The page's answer; undefined if it is too old to know the message. */
  answer?: boolean
  messages: unknown[]
  focus(): Promise<void>
  navigate(link: string): Promise<void>
  postMessage(message: unknown, ports: MessagePort[]): void
}

const windowOf = (visibilityState: string, answer?: boolean): Window => ({
  visibilityState,
  ...(answer === undefined ? {} : { answer }),
  messages: [],
  focus: vi.fn(async () => {}),
  navigate: vi.fn(async () => {}),
  postMessage(message, [port]) {
    this.messages.push(message)
    if (answer !== undefined) port?.postMessage(answer)
  },
})

/** The worker with fakes of the browser APIs that it uses. */
const startWorker = (windows: Window[]) => {
  const listeners = new Map<string, (event: object) => void>()
  const fetched: { method: string; path: string; body: unknown }[] = []
  const subscription = (endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: 'its key' },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  })
  /** Notifications of the system, by tag. */
  const notifications = new Map<string, { tag: string; close(): void }>()
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: { matchAll: async () => windows, openWindow: vi.fn(async () => {}) },
    registration: {
      showNotification: vi.fn(async (_title: string, { tag }: { tag: string }) => {
        notifications.set(tag, { tag, close: () => notifications.delete(tag) })
      }),
      getNotifications: async ({ tag }: { tag: string }) =>
        [...notifications.values()].filter((candidate) => candidate.tag === tag),
      pushManager: { subscribe: vi.fn(async () => subscription('https://push.test/new')) },
    },
  }
  const fetch = async (path: string, init: RequestInit = {}) => {
    fetched.push({
      method: init.method ?? 'GET',
      path,
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
    })
    return Response.json({ publicKey: 'the key' })
  }
  // A window that never answers needs the full timeout; an answer may take as long as the machine is slow.
  const isAnswered = windows.some(({ answer }) => answer !== undefined)
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => wait(work, isAnswered ? 30 * ms : ms))
  vi.stubGlobal('fetch', fetch)
  handlePushes(self as unknown as Scope)
  const dispatch = async (type: string, event: object) => {
    let work: unknown
    const waitUntil = (promise: unknown): void => {
      work = promise
    }
    listeners.get(type)?.({ ...event, waitUntil })
    await work
  }
  return { self, fetched, dispatch, subscription, shown: notifications }
}

const payload = {
  id: 7,
  type: 'deadline',
  title: 'No tip for GR CUP yet',
  message: 'Race 1 closes Sat 3:20 pm.',
  link: '/tipping',
}
const push = { data: { json: () => payload } }
const clicked = () => ({ notification: { close: vi.fn(), data: { id: 7, link: '/tipping' } } })

describe('handlePushes on a push', () => {
  test('shows the text of a notification with the link of its subject', async () => {
    const { self, dispatch } = startWorker([windowOf('hidden', true)])
    await dispatch('push', push)
    expect(self.registration.showNotification).toHaveBeenCalledExactlyOnceWith(payload.title, {
      body: payload.message,
      tag: 'notification/7',
      icon: '/icon-192.png',
      data: { id: 7, link: '/tipping' },
      silent: false,
    })
  })

  test('shows a silent notification and closes it when a visible window shows a toast', async () => {
    const visible = windowOf('visible', true)
    const { self, dispatch, shown } = startWorker([windowOf('hidden'), visible])
    for (const id of [7, 8, 9]) await dispatch('push', { data: { json: () => ({ ...payload, id }) } })
    expect(visible.messages).toEqual(
      [7, 8, 9].map((id) => ({ type: 'notification', notification: { ...payload, id } })),
    )
    const { calls } = self.registration.showNotification.mock
    expect(calls.map(([, options]) => options)).toMatchObject(
      [7, 8, 9].map((id) => ({ tag: `notification/${id}`, silent: true })),
    )
    expect([...shown.keys()]).toEqual([])
  })

  test('keeps the notification of an earlier push when it closes its own', async () => {
    const windows = [windowOf('hidden', true)]
    const { dispatch, shown } = startWorker(windows)
    await dispatch('push', push)
    windows.push(windowOf('visible', true))
    await dispatch('push', { data: { json: () => ({ ...payload, id: 8 }) } })
    expect([...shown.keys()]).toEqual(['notification/7'])
  })

  test('shows a notification when no visible window shows a toast, or none answers', async () => {
    const broken = windowOf('visible', true)
    broken.postMessage = () => {
      throw new DOMException('The client is gone.', 'InvalidStateError')
    }
    for (const windows of [[windowOf('visible', false)], [windowOf('visible')], [broken]]) {
      const { self, dispatch, shown } = startWorker(windows)
      await dispatch('push', push)
      expect(self.registration.showNotification.mock.calls[0]?.[1]).toMatchObject({ silent: false })
      expect([...shown.keys()]).toEqual(['notification/7'])
    }
  })
})

describe('handlePushes on a click', () => {
  test('opens a new window without an open one, and marks the notification as read', async () => {
    const { self, fetched, dispatch } = startWorker([])
    const click = clicked()
    await dispatch('notificationclick', click)
    expect(click.notification.close).toHaveBeenCalledOnce()
    expect(self.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/tipping')
    expect(fetched).toEqual([{ method: 'POST', path: '/api/notifications/7/read', body: undefined }])
  })

  test('opens the link in an open window without reloading the app', async () => {
    const openWindow = windowOf('hidden', true)
    const { self, dispatch } = startWorker([openWindow])
    await dispatch('notificationclick', clicked())
    expect([openWindow.messages, self.clients.openWindow]).toMatchObject([[{ type: 'open', link: '/tipping' }], {}])
    expect(openWindow.focus).toHaveBeenCalledOnce()
    expect(openWindow.navigate).not.toHaveBeenCalled()
    expect(self.clients.openWindow).not.toHaveBeenCalled()
  })

  test.each(['focus', 'navigate'] as const)(
    'opens a new window when the open one has just closed (%s)',
    async (step) => {
      const closedWindow = windowOf('hidden')
      closedWindow[step] = async () => {
        throw new TypeError('The client was not found.')
      }
      const { self, dispatch } = startWorker([closedWindow])
      await dispatch('notificationclick', clicked())
      expect(self.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/tipping')
    },
  )

  test('navigates a window whose page does not know the message', async () => {
    const openWindow = windowOf('visible')
    const { dispatch } = startWorker([openWindow])
    await dispatch('notificationclick', clicked())
    expect(openWindow.navigate).toHaveBeenCalledExactlyOnceWith('/tipping')
  })
})

describe('handlePushes on an expired subscription', () => {
  const path = '/api/notifications/push-subscriptions'
  const postRequest = {
    method: 'POST',
    path,
    body: { endpoint: 'https://push.test/new', keys: { p256dh: 'p', auth: 'a' } },
  }

  test('renews an expired subscription with its key and deletes the old one', async () => {
    const { self, fetched, dispatch, subscription } = startWorker([])
    await dispatch('pushsubscriptionchange', { oldSubscription: subscription('https://push.test/old') })
    expect(self.registration.pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: 'its key',
    })
    expect(fetched).toEqual([postRequest, { method: 'DELETE', path, body: { endpoint: 'https://push.test/old' } }])
  })

  test('renews an expired subscription with the server’s key when its own is unknown', async () => {
    const { self, fetched, dispatch } = startWorker([])
    await dispatch('pushsubscriptionchange', {})
    expect(self.registration.pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: 'the key',
    })
    expect(fetched.map(({ path: requestPath }) => requestPath)).toEqual(['/api/notifications/push-key', path])
  })
})
