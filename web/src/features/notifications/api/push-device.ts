import type { PushSubscriptionBody } from '@purple-sector/contracts/engagement/http'

/**
 * Whether this browser can receive pushes: yes, only if opened from the home screen, denied by the user, unsupported, or not
 * without https.
 */
export type PushAbility = 'able' | 'needs-install' | 'denied' | 'unable' | 'insecure'

type Browser = {
  isSecure: boolean
  hasWorker: boolean
  hasPush: boolean
  permission: NotificationPermission | undefined
  /** On iPhones and iPads only: whether the app was opened from the home screen. */
  isStandalone: boolean | undefined
}

/** Determines whether a browser can receive pushes; iOS delivers them only to apps on the home screen. */
export const abilityOf = ({ isSecure, hasWorker, hasPush, permission, isStandalone }: Browser): PushAbility => {
  if (!isSecure) return 'insecure'
  if (isStandalone === false && !hasPush) return 'needs-install'
  if (!hasWorker || !hasPush || permission === undefined) return 'unable'
  return permission === 'denied' ? 'denied' : 'able'
}

export const detectBrowser = (): Browser => ({
  isSecure: window.isSecureContext,
  hasWorker: 'serviceWorker' in navigator,
  hasPush: 'PushManager' in window,
  permission: 'Notification' in window ? Notification.permission : undefined,
  isStandalone: 'standalone' in navigator ? Boolean(navigator.standalone) : undefined,
})

const pushManager = async (): Promise<PushManager> => (await navigator.serviceWorker.ready).pushManager

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Whether a subscription was made for another key, as of a reinstalled server at the same address. */
const isForAnother = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const ownKey = options.applicationServerKey && new Uint8Array(options.applicationServerKey)
  return ownKey?.length !== key.length || ownKey.some((byte, index) => byte !== key[index])
}

/** Returns this browser's push endpoint for the installation's key; undefined if not subscribed. */
export const deviceEndpoint = async (publicKeyOf: () => Promise<string>): Promise<string | undefined> => {
  if (abilityOf(detectBrowser()) !== 'able') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  // Not every browser exposes the key.
  if (!subscription?.options.applicationServerKey) return subscription?.endpoint
  return isForAnother(subscription, bytesOf(await publicKeyOf())) ? undefined : subscription.endpoint
}

type Subscribed = {
  subscription: PushSubscriptionBody
  /** The previous endpoint, which the server should delete. */
  before: string | undefined
}

/** Subscribes this browser for a key, replacing a subscription for another key. Requires permission. */
export const renewDevice = async (publicKey: string): Promise<Subscribed> => {
  const manager = await pushManager()
  const applicationServerKey = bytesOf(publicKey)
  const before = await manager.getSubscription()
  if (before && isForAnother(before, applicationServerKey)) await before.unsubscribe()
  const { endpoint = '', keys } = (await manager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON()
  return {
    subscription: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
    before: before?.endpoint === endpoint ? undefined : before?.endpoint,
  }
}

/** Requests permission and subscribes this browser; undefined if the fan declined. */
export const subscribeDevice = async (publicKey: string): Promise<Subscribed | undefined> =>
  (await Notification.requestPermission()) === 'granted' ? renewDevice(publicKey) : undefined

/** Unsubscribes this browser and returns the endpoint, which the server should delete. */
export const unsubscribeDevice = async (): Promise<string | undefined> => {
  const subscription = await (await pushManager()).getSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint
}
