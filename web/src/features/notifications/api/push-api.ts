import { api } from '../../../client/api/api.ts'

export const SUBSCRIPTIONS = '/api/notifications/push-subscriptions'

/** Fetches the VAPID public key of this installation. */
export const readPublicKey = async (): Promise<string> =>
  (await api.get<{ publicKey: string }>('/api/notifications/push-key')).publicKey
