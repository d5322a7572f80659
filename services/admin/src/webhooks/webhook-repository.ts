import type { Webhook } from '@purple-sector/contracts/admin/webhooks'
import { type Database, type Transaction, table } from '@purple-sector/database'

type Row = { id: number; url: string; host: string; events: Webhook['events']; secret: string; created_at: Date }

const webhooks = table<Row>('webhooks')
const previousSecrets = table<{ webhook_id: number; secret: string; expires_at: Date }>('webhook_previous_secrets')

type VisibleRow = Omit<Row, 'secret' | 'host'> & { previous_secret_until: Date | null }

const webhookOf = ({ id, url, events, created_at, previous_secret_until }: VisibleRow): Webhook => ({
  id,
  url,
  events,
  createdAt: created_at.toISOString(),
  previousSecretUntil: previous_secret_until?.toISOString() ?? null,
})

const VISIBLE_COLUMNS = `id, url, events, created_at, (
  select max(expires_at) from webhook_previous_secrets where webhook_id = webhooks.id and expires_at > clock_timestamp()
) as previous_secret_until`

/** Webhooks with their subscribed events. A secret leaves only with the deliveries it signs. */
export const webhookRepository = (sql: Database | Transaction) => ({
  /** Lists webhooks in order of creation. */
  async list(): Promise<Webhook[]> {
    return (await webhooks(sql).orderBy('id').select<VisibleRow[]>(sql.raw(VISIBLE_COLUMNS))).map(webhookOf)
  },

  async find(id: number): Promise<Webhook | undefined> {
    const row = await webhooks(sql).where({ id }).first<VisibleRow | undefined>(sql.raw(VISIBLE_COLUMNS))
    return row && webhookOf(row)
  },

  /** Finds a webhook and locks it against deletion until the transaction ends. */
  async selectForKeyShare(id: number): Promise<Webhook | undefined> {
    const row = await webhooks(sql).where({ id }).forKeyShare().first<VisibleRow | undefined>(sql.raw(VISIBLE_COLUMNS))
    return row && webhookOf(row)
  },

  /** Counts webhooks and locks the table against additions until the transaction ends. */
  async lockAndCount(): Promise<number> {
    await sql.raw('lock table webhooks in share row exclusive mode')
    const { rows } = await sql.raw<{ rows: { count: number }[] }>('select count(*)::integer as count from webhooks')
    return rows[0]?.count ?? 0
  },

  async add({ url, events, secret }: Pick<Row, 'url' | 'events' | 'secret'>): Promise<Webhook> {
    const [row] = await webhooks(sql)
      .insert({ url, host: new URL(url).host, events, secret })
      .returning<VisibleRow[]>(sql.raw(VISIBLE_COLUMNS))
    if (!row) throw new Error('the webhook was not stored')
    return webhookOf(row)
  },

  /**
   * Returns how many replaced secrets still sign its deliveries, undefined if there is no such webhook.
   * Locks the webhook until the transaction ends, so that its secret is changed by one caller at a time.
   */
  async lockAndCountSecrets(id: number): Promise<number | undefined> {
    if (!(await webhooks(sql).where({ id }).forNoKeyUpdate().first('id'))) return undefined
    const { rows } = await sql.raw<{ rows: { count: number }[] }>(
      'select count(*)::integer as count from webhook_previous_secrets where webhook_id = ? and expires_at > clock_timestamp()',
      [id],
    )
    return rows[0]?.count ?? 0
  },

  /** Replaces the secret; the old one also signs for the given number of hours. */
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

  /** Removes a webhook with its deliveries and returns it. */
  async remove(id: number): Promise<Webhook | undefined> {
    const [row] = await webhooks(sql).where({ id }).delete().returning<VisibleRow[]>(sql.raw(VISIBLE_COLUMNS))
    return row && webhookOf(row)
  },
})
