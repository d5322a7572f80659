import { MAX_NOTIFICATIONS } from '@purple-sector/contracts/engagement/http'
import { unpooled } from './unpooled.ts'
import { etagOf } from './validators.ts'

type CountBytes = { body: Buffer; etag: string }

/** Notifications of a weekend and of none. */
const MAX_CACHED = 2 * MAX_NOTIFICATIONS

const cached = new Map<number, CountBytes>()

/** The unread count as it is sent, with its validator; made once per count, as it is polled often. */
export const countBytes = (count: number): CountBytes => {
  const known = cached.get(count)
  if (known) return known
  const body = unpooled(JSON.stringify({ count }))
  const bytes = { body, etag: etagOf(body) }
  if (count <= MAX_CACHED) cached.set(count, bytes)
  return bytes
}
