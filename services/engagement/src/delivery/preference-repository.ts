import { userSubject } from '@purple-sector/contracts/event'
import { type Database, lockSubject, type Transaction, table } from '@purple-sector/database'
import { lockAndCheckDeleted } from '@purple-sector/messaging'
import { type Choice, DEFAULT_CHOICE } from './preferences.ts'

export type PreferenceRow = {
  user_id: string
  push_off: string[]
  mail_on: string[]
  quiet_from: string | null
  quiet_to: string | null
  quiet_zone: string | null
}

const preferences = table<PreferenceRow>('notification_preferences')

/** Maps the three columns to quiet hours. */
export const quietHoursOf = ({
  quiet_from: from,
  quiet_to: to,
  quiet_zone: timeZone,
}: Pick<PreferenceRow, 'quiet_from' | 'quiet_to' | 'quiet_zone'>): Choice['quietHours'] =>
  from !== null && to !== null && timeZone !== null ? { from, to, timeZone } : null

export const preferenceRepository = (sql: Database | Transaction) => ({
  async find(userId: string): Promise<Choice> {
    const row = await preferences(sql).where({ user_id: userId }).first()
    return row ? { pushOff: row.push_off, mailOn: row.mail_on, quietHours: quietHoursOf(row) } : DEFAULT_CHOICE
  },

  async save(userId: string, { pushOff, mailOn, quietHours }: Choice): Promise<void> {
    const row = {
      user_id: userId,
      push_off: [...pushOff],
      mail_on: [...mailOn],
      quiet_from: quietHours?.from ?? null,
      quiet_to: quietHours?.to ?? null,
      quiet_zone: quietHours?.timeZone ?? null,
    }
    await preferences(sql).insert(row).onConflict('user_id').merge()
  },
})

/** Changes the preferences of a user under a lock; stores nothing for a deleted account. */
export const changeChoice = (database: Database, userId: string, change: (choice: Choice) => Choice): Promise<Choice> =>
  database.transaction(async (sql) => {
    const { isDeleted } = await lockAndCheckDeleted(sql, 'shared', userSubject(userId))
    if (isDeleted) return DEFAULT_CHOICE
    await lockSubject(sql, 'exclusive', `preferences/${userId}`)
    const repository = preferenceRepository(sql)
    const choice = change(await repository.find(userId))
    await repository.save(userId, choice)
    // Deliveries delayed by quiet hours are decided again.
    await sql('deliveries')
      .where({ user_id: userId, is_delayed: true })
      .update({ due_at: sql.raw('clock_timestamp()') })
    return choice
  })
