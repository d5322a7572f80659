import type { PushSubscriptionBody } from '@purple-sector/contracts/engagement/http'
import { type Database, type Transaction, table } from '@purple-sector/database'

type Row = { id: number; user_id: string; endpoint: string; p256dh: string; auth: string; created_at: Date }

const subscriptions = table<Row>('push_subscriptions')

/** Per user; one more replaces the oldest. */
export const MAX_SUBSCRIPTIONS = 20

type PushSubscriptionReply = { endpoint: string; createdAt: string }

const replyOf = ({ endpoint, created_at }: Pick<Row, 'endpoint' | 'created_at'>): PushSubscriptionReply => ({
  endpoint,
  createdAt: created_at.toISOString(),
})

export const pushSubscriptionRepository = (sql: Database | Transaction) => ({
  /** Oldest first. */
  async list(userId: string): Promise<PushSubscriptionReply[]> {
    const rows = await subscriptions(sql).where({ user_id: userId }).orderBy('id').select('endpoint', 'created_at')
    return rows.map(replyOf)
  },

  /** Saves a subscription. An endpoint is one browser and belongs to the user who subscribed last, under a new id. */
  async save(userId: string, { endpoint, keys }: PushSubscriptionBody): Promise<PushSubscriptionReply> {
    await subscriptions(sql).where({ endpoint }).whereNot({ user_id: userId }).delete()
    const [row] = await subscriptions(sql)
      .insert({ user_id: userId, endpoint, ...keys })
      .onConflict('endpoint')
      .merge(['user_id', 'p256dh', 'auth'])
      .returning(['endpoint', 'created_at'])
    const newestIds = subscriptions(sql)
      .select('id')
      .where({ user_id: userId })
      .orderBy('id', 'desc')
      .limit(MAX_SUBSCRIPTIONS)
    await subscriptions(sql).where({ user_id: userId }).whereNotIn('id', newestIds).delete()
    if (!row) throw new Error('the subscription could not be stored')
    return replyOf(row)
  },

  /** Counts users with a browser at the push service of the origin, up to `limit`. */
  async countUsers(origin: string, limit: number): Promise<number> {
    const ofPushService = subscriptions(sql).whereRaw('starts_with(endpoint, ?)', [`${origin}/`])
    return (await ofPushService.distinct('user_id').limit(limit)).length
  },

  async delete(userId: string, endpoint: string): Promise<void> {
    await subscriptions(sql).where({ user_id: userId, endpoint }).delete()
  },

  /** Deletes a subscription that the push service reported as gone. */
  async deleteById(id: number): Promise<void> {
    await subscriptions(sql).where({ id }).delete()
  },
})
