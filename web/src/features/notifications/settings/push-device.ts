import type { PushSubscriptionBody } from '@purple-sector/contracts/engagement/http'

/**
 * What this browser can do: take pushes, take them once the app is on the home screen, refuse them, or know none; or what
 * no browser can, at an address without https.
 */
export type PushAbility = 'able' | 'needs-install' | 'denied' | 'unable' | 'insecure'

type Browser = {
  isSecure: boolean
  hasWorker: boolean
  hasPush: boolean
  permission: NotificationPermission | undefined
  /** On iPhones and iPads alone: whether the app was opened from the home screen. */
  isStandalone: boolean | undefined
}

/** There pushes come only to what is on the home screen. */
export const abilityOf = ({ isSecure, hasWorker, hasPush, permission, isStandalone }: Browser): PushAbility => {
  if (!isSecure) return 'insecure'
  if (isStandalone === false && !hasPush) return 'needs-install'
  if (!hasWorker || !hasPush || permission === undefined) return 'unable'
  return permission === 'denied' ? 'denied' : 'able'
}

export const thisBrowser = (): Browser => ({
  isSecure: window.isSecureContext,
  hasWorker: 'serviceWorker' in navigator,
  hasPush: 'PushManager' in window,
  permission: 'Notification' in window ? Notification.permission : undefined,
  isStandalone: 'standalone' in navigator ? Boolean(navigator.standalone) : undefined,
})

const pushManager = async (): Promise<PushManager> => (await navigator.serviceWorker.ready).pushManager

/** Where this browser takes pushes; undefined while it does not. */
export const deviceEndpoint = async (): Promise<string | undefined> => {
  if (abilityOf(thisBrowser()) !== 'able') return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint
}

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Whether it was made for another key, as of an installation that was set up anew at the same address. */
const isForAnother = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const own = options.applicationServerKey && new Uint8Array(options.applicationServerKey)
  return own?.length !== key.length || own.some((byte, index) => byte !== key[index])
}

/** Asks for permission and subscribes this browser; undefined where the fan said no. */
export const subscribeDevice = async (publicKey: string): Promise<PushSubscriptionBody | undefined> => {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const manager = await pushManager()
  const applicationServerKey = bytesOf(publicKey)
  const before = await manager.getSubscription()
  if (before && isForAnother(before, applicationServerKey)) await before.unsubscribe()
  const { endpoint, keys } = (await manager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/** Ends it here; answers the endpoint, for the server to forget. */
export const unsubscribeDevice = async (): Promise<string | undefined> => {
  const subscription = await (await pushManager()).getSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint
}
