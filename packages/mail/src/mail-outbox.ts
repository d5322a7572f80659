import { type Database, type Transaction, table, wakeAfterCommit } from '@purple-sector/database'

type MailRow = { id: number; kind: string; about: string | null; attempts: number; created_at: Date; due_at: Date }
const mails = table<MailRow>('mails')

/** A mail that is due. */
export type DueMail<Kind extends string> = {
  id: number
  kind: Kind
  /** The subject of the mail as passed to `put`; null for a mail without a recipient. */
  about: string | null
  attempts: number
  isExpired: boolean
}

/** A claimed mail is due again after this time, in case its sender dies. No attempt takes longer. */
const LEASE = '2 minutes'
/** Mails are abandoned after this time. */
const EXPIRES_AFTER = '24 hours'

/** SQL of the check whether a mail is due, and of the time of the next one. */
export const DUE_MAILS = 'select from mails where due_at <= now()'
export const NEXT_MAIL = 'select min(due_at) from mails'

/** Pending mails: inserted in the transaction of the change, deleted after they were sent. */
export const mailOutbox = <Kind extends string>(sql: Database | Transaction) => ({
  /** Enqueues a mail. With `about` null nothing is sent; such a request costs the same time as any other. */
  async put(kind: Kind, about: string | null): Promise<void> {
    await mails(sql).insert({ kind, about })
    wakeAfterCommit(sql, 'tasks')
  },

  /** Claims the next due mail for two minutes; undefined if none is due. */
  async claimNext(): Promise<DueMail<Kind> | undefined> {
    const { rows } = await sql.raw<{ rows: DueMail<Kind>[] }>(
      `update mails set attempts = attempts + 1, due_at = now() + ?::interval
       where id = (select id from mails where due_at <= now() order by due_at limit 1 for update skip locked)
       returning id, kind, about, attempts, created_at < now() - ?::interval as "isExpired"`,
      [LEASE, EXPIRES_AFTER],
    )
    return rows[0]
  },

  /** Deletes pending mails about a subject that no longer exists. */
  async withdraw(about: string): Promise<void> {
    await mails(sql).where({ about }).delete()
  },

  async remove(id: number): Promise<void> {
    await mails(sql).where({ id }).delete()
  },

  async postpone(id: number, seconds: number): Promise<void> {
    await mails(sql)
      .where({ id })
      .update({ due_at: sql.raw('now() + make_interval(secs => ?)', [seconds]) })
  },
})
