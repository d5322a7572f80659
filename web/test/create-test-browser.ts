import { vi } from 'vitest'

/** The key of the installation under test, as its public key is sent. */
export const OUR_KEY = { publicKey: 'AQAB', bytes: [1, 0, 1] }

type Given = {
  permission: NotificationPermission
  /** The user's answer to the permission prompt. */
  promptAnswer?: NotificationPermission
  /** An existing subscription, and its key. */
  subscribed?: { endpoint: string; key?: number[] }
}

/** Makes this a browser with push, whose new subscriptions are at `https://push.test/here`. */
export const createTestBrowser = ({ permission, promptAnswer = 'granted', subscribed }: Given) => {
  const subscriptionAt = (endpoint: string, key: number[]) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(key).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      current = null
      return true
    },
  })
  let current = subscribed ? subscriptionAt(subscribed.endpoint, subscribed.key ?? OUR_KEY.bytes) : null
  const subscribe = vi.fn(async () => {
    current ??= subscriptionAt('https://push.test/here', OUR_KEY.bytes)
    return current
  })
  const requestPermission = vi.fn(async () => promptAnswer)
  const pushManager = { getSubscription: async () => current, subscribe }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission })
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve({ pushManager }),
    getRegistration: async () => ({ pushManager }),
  })
  vi.stubGlobal('navigator', Object.assign(navigator, { serviceWorker }))
  return { subscribe, requestPermission }
}

export const resetBrowser = (): void => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  localStorage.clear()
}
