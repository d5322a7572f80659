import type { DomainEvent } from '@purple-sector/contracts/event'
import type { Transaction } from '@purple-sector/database'

/**
 * Whether an event may be told to people: neither a state that was told again, nor something from before there were
 * notifications, which a service that arrives later or starts anew hears of as well.
 */
export const isNotifiable = async (sql: Transaction, { republish, time }: DomainEvent): Promise<boolean> => {
  if (republish !== undefined) return false
  const { rows } = await sql.raw<{ rows: unknown[] }>('select 1 from news_since where at <= ?::timestamptz', [time])
  return rows.length > 0
}
