import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import type { Page, Scope } from './scope.ts'

const ANSWER_MS = 1_000
const SUBSCRIPTIONS = '/api/notifications/push-subscriptions'

/** Asks a window to do something; false where it does not, or is too old to know. */
const ask = (window: Page, message: object): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(false), ANSWER_MS)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      resolve(data === true)
    }
    window.postMessage(message, [port2])
  })

/** False where the window cannot: it is being closed in this moment, say. */
const openIn = async (window: Page, link: string): Promise<boolean> => {
  try {
    await window.focus()
    if (!(await ask(window, { type: 'open', link }))) await window.navigate(link)
    return true
  } catch {
    return false
  }
}

const send = (method: string, body: unknown): Promise<Response> =>
  fetch(SUBSCRIPTIONS, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const publicKey = async (): Promise<string> => (await (await fetch('/api/notifications/push-key')).json()).publicKey

/** Shows what is pushed, opens what is clicked, and stays subscribed. */
export const handlePushes = (scope: Scope): void => {
  const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

  /** Whether a visible window has it on screen, as its toast. Pushed twice, it is still one toast. */
  const isOnScreen = async (notification: PushPayload): Promise<boolean> => {
    const visible = (await windows()).filter(({ visibilityState }) => visibilityState === 'visible')
    const answers = await Promise.all(visible.map((window) => ask(window, { type: 'notification', notification })))
    return answers.includes(true)
  }

  /**
   * Shows a notification for every push: Safari ends a subscription after three pushes without one, whatever the app
   * shows. One that is on screen already is silent, and closed at once.
   */
  const show = async (notification: PushPayload): Promise<void> => {
    const isSilent = await isOnScreen(notification).catch(() => false)
    const { id, title, message: body, link } = notification
    const tag = `notification/${id}`
    const data = { id, link: link ?? '/' }
    const { registration } = scope
    await registration.showNotification(title, { body, tag, data, icon: '/icon-192.png', silent: isSilent })
    if (isSilent) for (const shown of await registration.getNotifications({ tag })) shown.close()
  }

  /** Opens what it speaks of, in a window of the app that is there, else in a new one; then it is read. */
  const open = async ({ id, link }: { id: number; link: string }): Promise<void> => {
    const read = fetch(`/api/notifications/${id}/read`, { method: 'POST' }).catch(() => {})
    const [window] = await windows()
    if (window === undefined || !(await openIn(window, link))) await scope.clients.openWindow(link)
    await read
  }

  /** The browser has given the subscription up: another one takes its place, without a word to anybody. */
  const subscribeAnew = async (before?: PushSubscription, after?: PushSubscription): Promise<void> => {
    const subscribe = async () => {
      const applicationServerKey = before?.options.applicationServerKey ?? (await publicKey())
      return scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    }
    await send('POST', (after ?? (await subscribe())).toJSON())
    if (before) await send('DELETE', { endpoint: before.endpoint })
  }

  scope.addEventListener('push', (event) => event.waitUntil(show(event.data.json())))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data))
  })
  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(subscribeAnew(event.oldSubscription, event.newSubscription)),
  )
}
