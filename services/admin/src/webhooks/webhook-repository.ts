import type { Webhook } from '@purple-sector/contracts/admin/webhooks'
import { type Database, type Transaction, table } from '@purple-sector/database'

type Row = { id: number; url: string; host: string; events: Webhook['events']; secret: string; created_at: Date }

const webhooks = table<Row>('webhooks')

const webhookOf = ({ id, url, events, created_at }: Omit<Row, 'secret' | 'host'>): Webhook => ({
  id,
  url,
  events,
  createdAt: created_at.toISOString(),
})

const SHOWN: ('id' | 'url' | 'events' | 'created_at')[] = ['id', 'url', 'events', 'created_at']

/** Who is told of what. The secret leaves it only with what it signs. */
export const webhookRepository = (sql: Database | Transaction) => ({
  /** In the order in which they were made. */
  async list(): Promise<Webhook[]> {
    return (await webhooks(sql).orderBy('id').select(SHOWN)).map(webhookOf)
  },

  async find(id: number): Promise<Webhook | undefined> {
    const row = await webhooks(sql).where({ id }).first(SHOWN)
    return row && webhookOf(row)
  },

  /** Nobody deletes it until the transaction ends. */
  async hold(id: number): Promise<Webhook | undefined> {
    const row = await webhooks(sql).where({ id }).forKeyShare().first(SHOWN)
    return row && webhookOf(row)
  },

  /** How many there are; nobody adds one until the transaction ends. */
  async holdCount(): Promise<number> {
    await sql.raw('lock table webhooks in share row exclusive mode')
    const { rows } = await sql.raw<{ rows: { count: number }[] }>('select count(*)::integer as count from webhooks')
    return rows[0]?.count ?? 0
  },

  async add({ url, events, secret }: Pick<Row, 'url' | 'events' | 'secret'>): Promise<Webhook> {
    const [row] = await webhooks(sql)
      .insert({ url, host: new URL(url).host, events, secret })
      .returning(SHOWN)
    if (!row) throw new Error('the webhook was not stored')
    return webhookOf(row)
  },

  /** The one that went; its deliveries go along. */
  async remove(id: number): Promise<Webhook | undefined> {
    const [row] = await webhooks(sql).where({ id }).delete().returning(SHOWN)
    return row && webhookOf(row)
  },
})
