import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import type { Page, Scope } from './scope.ts'

const ANSWER_TIMEOUT_MS = 1_000
const SUBSCRIPTIONS = '/api/notifications/push-subscriptions'

/** Sends a message to a window and returns its answer; false if the page declines, or is too old to know the message. */
const request = (window: Page, message: object): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      resolve(data === true)
    }
    window.postMessage(message, [port2])
  })

/** Opens the link in a window. Returns false if that fails, for instance because it is being closed. */
const openIn = async (window: Page, link: string): Promise<boolean> => {
  try {
    await window.focus()
    if (!(await request(window, { type: 'open', link }))) await window.navigate(link)
    return true
  } catch {
    return false
  }
}

const send = (method: string, body: unknown): Promise<Response> =>
  fetch(SUBSCRIPTIONS, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const publicKey = async (): Promise<string> => (await (await fetch('/api/notifications/push-key')).json()).publicKey

/** Shows pushed notifications, opens clicked ones, and renews the subscription. */
export const handlePushes = (scope: Scope): void => {
  const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

  /** Whether a visible window shows the notification as a toast; a repeated push is still one toast. */
  const isOnScreen = async (notification: PushPayload): Promise<boolean> => {
    const visible = (await windows()).filter(({ visibilityState }) => visibilityState === 'visible')
    const answers = await Promise.all(visible.map((window) => request(window, { type: 'notification', notification })))
    return answers.includes(true)
  }

  /**
   * Shows a notification for every push: Safari cancels a subscription after three pushes without one, whatever the app
   * shows. One that is on screen already is silent and closed at once.
   */
  const showNotification = async (notification: PushPayload): Promise<void> => {
    const isSilent = await isOnScreen(notification).catch(() => false)
    const { id, title, message: body, link } = notification
    const tag = `notification/${id}`
    const data = { id, link: link ?? '/' }
    const { registration } = scope
    await registration.showNotification(title, { body, tag, data, icon: '/icon-192.png', silent: isSilent })
    if (isSilent) for (const displayed of await registration.getNotifications({ tag })) displayed.close()
  }

  /** Opens the notification's link in an open window of the app, else in a new one, and marks it as read. */
  const openNotification = async ({ id, link }: { id: number; link: string }): Promise<void> => {
    const markRead = fetch(`/api/notifications/${id}/read`, { method: 'POST' }).catch(() => {})
    const [window] = await windows()
    if (window === undefined || !(await openIn(window, link))) await scope.clients.openWindow(link)
    await markRead
  }

  /** Replaces a subscription that the browser cancelled, without involving the user. */
  const renewSubscription = async (before?: PushSubscription, after?: PushSubscription): Promise<void> => {
    const subscribe = async () => {
      const applicationServerKey = before?.options.applicationServerKey ?? (await publicKey())
      return scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    }
    await send('POST', (after ?? (await subscribe())).toJSON())
    if (before) await send('DELETE', { endpoint: before.endpoint })
  }

  scope.addEventListener('push', (event) => event.waitUntil(showNotification(event.data.json())))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openNotification(event.notification.data))
  })
  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renewSubscription(event.oldSubscription, event.newSubscription)),
  )
}
