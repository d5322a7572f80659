import { type Database, type Transaction, table, wakeAfterCommit } from '@purple-sector/database'

type MailRow = { id: number; kind: string; about: string | null; attempts: number; created_at: Date; due_at: Date }
const mails = table<MailRow>('mails')

/** A mail whose turn it is. */
export type DueMail<Kind extends string> = {
  id: number
  kind: Kind
  /** Whom or what it is about, as `put` was told; null where there is nobody to send it to. */
  about: string | null
  attempts: number
  isOld: boolean
}

/** A mail taken out to be sent comes back after this, should whoever took it die: longer than any attempt lasts. */
const LEASE = '2 minutes'
/** After a day nobody waits for it any more. */
const GIVE_UP_AFTER = '24 hours'

/** SQL: whether one is due, and when the next one is. */
export const DUE_MAILS = 'select from mails where due_at <= now()'
export const NEXT_MAIL = 'select min(due_at) from mails'

/** Mails that wait: put in by the transaction that wants them sent, taken out until each was sent. */
export const mailOutbox = <Kind extends string>(sql: Database | Transaction) => ({
  /** Without `about` nothing is sent: it makes a request that has nobody to write to cost what any other costs. */
  async put(kind: Kind, about: string | null): Promise<void> {
    await mails(sql).insert({ kind, about })
    wakeAfterCommit(sql, 'tasks')
  },

  /** The next mail that is due, which is then nobody else's for two minutes. */
  async take(): Promise<DueMail<Kind> | undefined> {
    const { rows } = await sql.raw<{ rows: DueMail<Kind>[] }>(
      `update mails set attempts = attempts + 1, due_at = now() + ?::interval
       where id = (select id from mails where due_at <= now() order by due_at limit 1 for update skip locked)
       returning id, kind, about, attempts, created_at < now() - ?::interval as "isOld"`,
      [LEASE, GIVE_UP_AFTER],
    )
    return rows[0]
  },

  /** Takes back what waits about somebody or something that is gone. */
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
