import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'

/**
 * Whether an event may notify users: it is not a republished state, and not older than the notifications themselves.
 *
 * A service that is added later or rebuilt also consumes old events.
 */
export const isNotifiable = async (sql: Transaction, { republish, time }: DomainEvent): Promise<boolean> => {
  if (republish !== undefined) return false
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    'select 1 from notifications_enabled_at where at <= ?::timestamptz',
    [time],
  )
  return rows.length > 0
}
