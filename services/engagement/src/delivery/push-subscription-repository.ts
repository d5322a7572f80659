import type { PushSubscriptionBody } from '@purple-sector/contracts/engagement/http'
import { type Database, type Transaction, table } from '@purple-sector/database'

type Row = { id: number; user_id: string; endpoint: string; p256dh: string; auth: string; created_at: Date }

const subscriptions = table<Row>('push_subscriptions')

/** Of a fan; with one more the oldest goes. */
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

  /** An endpoint is one browser: it belongs to whoever subscribed it last, under an id of its own. */
  async save(userId: string, { endpoint, keys }: PushSubscriptionBody): Promise<PushSubscriptionReply> {
    await subscriptions(sql).where({ endpoint }).whereNot({ user_id: userId }).delete()
    const [row] = await subscriptions(sql)
      .insert({ user_id: userId, endpoint, ...keys })
      .onConflict('endpoint')
      .merge(['user_id', 'p256dh', 'auth'])
      .returning(['endpoint', 'created_at'])
    const kept = subscriptions(sql)
      .select('id')
      .where({ user_id: userId })
      .orderBy('id', 'desc')
      .limit(MAX_SUBSCRIPTIONS)
    await subscriptions(sql).where({ user_id: userId }).whereNotIn('id', kept).delete()
    if (!row) throw new Error('the subscription was not stored')
    return replyOf(row)
  },

  /** How many fans have a browser at the push service of that origin; `most` where there are more. */
  async countUsers(origin: string, most: number): Promise<number> {
    const ofService = subscriptions(sql).whereRaw('starts_with(endpoint, ?)', [`${origin}/`])
    return (await ofService.distinct('user_id').limit(most)).length
  },

  async end(userId: string, endpoint: string): Promise<void> {
    await subscriptions(sql).where({ user_id: userId, endpoint }).delete()
  },

  /** The push service knows it no more. */
  async drop(id: number): Promise<void> {
    await subscriptions(sql).where({ id }).delete()
  },
})
