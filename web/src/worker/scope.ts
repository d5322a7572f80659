import type { PushPayload } from '@purple-sector/contracts/engagement/http'
import type { WorkerMessage } from '../client/browser/offline-pages.ts'

/** Types of the worker's environment: TypeScript's libraries for workers and for pages cannot be loaded together. */
export type ExtendableEvent = { waitUntil(work: Promise<unknown>): void }

export type FetchEvent = ExtendableEvent & {
  request: Request
  /** The client that sends the request; empty for a navigation. */
  clientId: string
  /** The client that a navigation creates. */
  resultingClientId: string
  respondWith(reply: Promise<Response>): void
}

export type Page = {
  id: string
  url: string
  visibilityState: string
  focus(): Promise<unknown>
  navigate(address: string): Promise<unknown>
  postMessage(message: unknown, ports: MessagePort[]): void
}

export type Events = {
  install: ExtendableEvent & { addRoutes?(rules: object): Promise<void> }
  activate: ExtendableEvent
  fetch: FetchEvent
  message: ExtendableEvent & { data: WorkerMessage }
  push: ExtendableEvent & { data: { json(): PushPayload } }
  notificationclick: ExtendableEvent & { notification: { data: { id: number; link: string }; close(): void } }
  pushsubscriptionchange: ExtendableEvent & { oldSubscription?: PushSubscription; newSubscription?: PushSubscription }
}

export type Scope = {
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<Page[]>
    openWindow(address: string): Promise<unknown>
  }
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications' | 'pushManager'>
}
