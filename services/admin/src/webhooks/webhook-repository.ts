import type { Webhook } from '@purple-sector/contracts/admin/webhooks'
import { type Database, type Transaction, table } from '@purple-sector/database'

type Row = { id: number; url: string; host: string; events: Webhook['events']; secret: string; created_at: Date }

const webhooks = table<Row>('webhooks')
const previousSecrets = table<{ webhook_id: number; secret: string; expires_at: Date }>('webhook_previous_secrets')

type ShownRow = Omit<Row, 'secret' | 'host'> & { previous_secret_until: Date | null }

const webhookOf = ({ id, url, events, created_at, previous_secret_until }: ShownRow): Webhook => ({
  id,
  url,
  events,
  createdAt: created_at.toISOString(),
  previousSecretUntil: previous_secret_until?.toISOString() ?? null,
})

const SHOWN = `id, url, events, created_at, (
  select max(expires_at) from webhook_previous_secrets where webhook_id = webhooks.id and expires_at > clock_timestamp()
) as previous_secret_until`

/** Who is told of what. The secret leaves it only with what it signs. */
export const webhookRepository = (sql: Database | Transaction) => ({
  /** In the order in which they were made. */
  async list(): Promise<Webhook[]> {
    return (await webhooks(sql).orderBy('id').select<ShownRow[]>(sql.raw(SHOWN))).map(webhookOf)
  },

  async find(id: number): Promise<Webhook | undefined> {
    const row = await webhooks(sql).where({ id }).first<ShownRow | undefined>(sql.raw(SHOWN))
    return row && webhookOf(row)
  },

  /** Nobody deletes it until the transaction ends. */
  async hold(id: number): Promise<Webhook | undefined> {
    const row = await webhooks(sql).where({ id }).forKeyShare().first<ShownRow | undefined>(sql.raw(SHOWN))
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
      .returning<ShownRow[]>(sql.raw(SHOWN))
    if (!row) throw new Error('the webhook was not stored')
    return webhookOf(row)
  },

  /**
   * Returns how many replaced secrets still sign its deliveries, undefined where there is no such webhook. The secret is
   * changed by nobody else until the transaction ends.
   */
  async holdSecrets(id: number): Promise<number | undefined> {
    if (!(await webhooks(sql).where({ id }).forNoKeyUpdate().first('id'))) return undefined
    const { rows } = await sql.raw<{ rows: { count: number }[] }>(
      'select count(*)::integer as count from webhook_previous_secrets where webhook_id = ? and expires_at > clock_timestamp()',
      [id],
    )
    return rows[0]?.count ?? 0
  },

  /** Signs with this secret from now on, and for so many hours with the one before, too. */
  async replaceSecret(id: number, secret: string, hours: number): Promise<Webhook> {
    await sql.raw(
      `insert into webhook_previous_secrets (webhook_id, secret, expires_at)
       select id, secret, clock_timestamp() + make_interval(hours => ?) from webhooks where id = ?`,
      [hours, id],
    )
    await webhooks(sql).where({ id }).update({ secret })
    const webhook = await this.find(id)
    if (!webhook) throw new Error('the secret was not stored')
    return webhook
  },

  async removeExpiredSecrets(): Promise<void> {
    await previousSecrets(sql).whereRaw('expires_at <= clock_timestamp()').delete()
  },

  /** The one that went; its deliveries go along. */
  async remove(id: number): Promise<Webhook | undefined> {
    const [row] = await webhooks(sql).where({ id }).delete().returning<ShownRow[]>(sql.raw(SHOWN))
    return row && webhookOf(row)
  },
})
