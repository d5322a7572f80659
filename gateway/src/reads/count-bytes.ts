import { MAX_NOTIFICATIONS } from '@purple-sector/contracts/engagement/http'
import { unpooled } from './unpooled.ts'
import { etagOf } from './validators.ts'

type CountBytes = { body: Buffer; etag: string }

/** Counts include notifications of one weekend and those of none. */
const MAX_CACHED = 2 * MAX_NOTIFICATIONS

const cachedByCount = new Map<number, CountBytes>()

/** The bytes of an unread count and their validator; built once per count, because it is polled often. */
export const countBytes = (count: number): CountBytes => {
  const cached = cachedByCount.get(count)
  if (cached) return cached
  const body = unpooled(JSON.stringify({ count }))
  const bytes = { body, etag: etagOf(body) }
  if (count <= MAX_CACHED) cachedByCount.set(count, bytes)
  return bytes
}
