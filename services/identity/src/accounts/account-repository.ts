import { type Database, isUniqueViolation, type Transaction } from '@purple-sector/database'
import { conflict } from '@purple-sector/service-kit/errors'
import { searchWordsOf } from '../search/search-words.ts'
import { type UserRow, users } from '../tables.ts'
import type { Account, Profile } from './account.ts'

const accountOf = (row: UserRow): Account => ({
  id: row.id,
  email: row.email,
  isVerified: row.email_verified_at !== null,
  passwordHash: row.password_hash,
  username: row.username,
  firstName: row.first_name,
  lastName: row.last_name,
  profileImageUrl: row.profile_image_url,
  userType: row.user_type,
  teamName: row.team_name,
  carNumber: row.car_number,
  manufacturer: row.manufacturer,
  trackStatus: row.track_status,
  selectedWeekendId: row.selected_weekend_id,
  chatStatus: row.chat_status,
  preferredWeekendId: row.preferred_weekend_id,
  avatarConfig: row.avatar_config,
  theme: row.theme,
  spoilerDelaySeconds: row.spoiler_delay_seconds,
  autoTip: row.auto_tip,
  nudges: row.nudges,
  timesIn: row.times_in,
  timeZone: row.time_zone,
})

const profileRow = (profile: Profile) => ({
  username: profile.username,
  first_name: profile.firstName,
  last_name: profile.lastName,
  profile_image_url: profile.profileImageUrl,
  user_type: profile.userType,
  team_name: profile.teamName,
  car_number: profile.carNumber,
  manufacturer: profile.manufacturer,
  track_status: profile.trackStatus,
  selected_weekend_id: profile.selectedWeekendId,
  chat_status: profile.chatStatus,
  preferred_weekend_id: profile.preferredWeekendId,
  avatar_config: profile.avatarConfig === null ? null : JSON.stringify(profile.avatarConfig),
  theme: profile.theme === null ? null : JSON.stringify(profile.theme),
  spoiler_delay_seconds: profile.spoilerDelaySeconds,
  auto_tip: profile.autoTip,
  nudges: profile.nudges,
  times_in: profile.timesIn,
  time_zone: profile.timeZone,
})

const emailTaken = () => conflict('EMAIL_TAKEN', 'There’s already an account with this email')
export const usernameTaken = () => conflict('USERNAME_TAKEN', 'Username already taken')

/** Maps unique violations to the same 409 as the check before, for concurrent writes that both pass it. */
const throwConflict = (error: unknown): never => {
  if (isUniqueViolation(error, 'users_email')) throw emailTaken()
  if (isUniqueViolation(error, 'users_username')) throw usernameTaken()
  throw error
}

export type NewAccount = {
  id: string
  email: string
  isVerified: boolean
  passwordHash: string | null
  username?: string | undefined
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  profileImageUrl?: string | null | undefined
}

export const accountRepository = (sql: Database | Transaction) => {
  const accounts = () => users(sql)
  const firstAccount = async (query: PromiseLike<UserRow | undefined>): Promise<Account | undefined> => {
    const row = await query
    return row && accountOf(row)
  }
  /** Replaces the user's search words. */
  const saveSearchWords = async (id: string, names: Parameters<typeof searchWordsOf>[0]): Promise<void> => {
    const words = searchWordsOf(names)
    await sql.raw('delete from user_words where user_id = ? and word <> all(?::text[])', [id, words])
    await sql.raw('insert into user_words (user_id, word) select ?, unnest(?::text[]) on conflict do nothing', [
      id,
      words,
    ])
  }
  const byEmail = (email: string) => accounts().whereRaw('lower(email) = lower(?)', [email])

  return {
    find: (id: string) => firstAccount(accounts().where({ id }).first()),
    findByEmail: (email: string) => firstAccount(byEmail(email).first()),

    /** Selects the account for update until the end of the transaction. */
    selectForUpdate: (id: string) => firstAccount(accounts().where({ id }).forUpdate().first()),
    selectByEmailForUpdate: (email: string) => firstAccount(byEmail(email).forUpdate().first()),

    /**
     * Whether the account still has this password; locks the row until the end of the transaction.
     * A session started meanwhile cannot outlive a change of the password, which ends all sessions. Sessions use the same
     * lock mode: two transactions that share the row and then upgrade the lock would deadlock.
     */
    async lockAndCheckPassword(id: string, passwordHash: string | null): Promise<boolean> {
      const row = await accounts().where({ id }).forNoKeyUpdate().first('password_hash')
      return row !== undefined && row.password_hash === passwordHash
    },

    /** Throws 409 if the address or the username is taken. */
    async assertAvailable({ email, username }: { email: string; username?: string | undefined }): Promise<void> {
      if (await byEmail(email).first('id')) throw emailTaken()
      if (username !== undefined && (await accounts().whereRaw('lower(username) = lower(?)', [username]).first('id')))
        throw usernameTaken()
    },

    async create(account: NewAccount): Promise<Account> {
      const [row] = await accounts()
        .insert({
          id: account.id,
          email: account.email,
          email_verified_at: account.isVerified ? sql.raw('now()') : null,
          password_hash: account.passwordHash,
          username: account.username ?? null,
          first_name: account.firstName || null,
          last_name: account.lastName || null,
          profile_image_url: account.profileImageUrl ?? null,
        })
        .returning('*')
        .catch(throwConflict)
      const created = accountOf(row as UserRow)
      await saveSearchWords(created.id, created)
      return created
    },

    async saveProfile(id: string, profile: Profile): Promise<void> {
      await accounts().where({ id }).update(profileRow(profile)).catch(throwConflict)
      await saveSearchWords(id, profile)
    },

    /** Deletes the account and all rows that belong to it; idempotent. */
    async remove(id: string): Promise<void> {
      await accounts().where({ id }).delete()
    },

    async setPassword(id: string, passwordHash: string | null): Promise<void> {
      await accounts().where({ id }).update({ password_hash: passwordHash })
    },

    async markVerified(id: string): Promise<void> {
      await accounts()
        .where({ id })
        .whereNull('email_verified_at')
        .update({ email_verified_at: sql.raw('now()') })
    },

    async verifiedWithEmails(emails: readonly string[]): Promise<Account[]> {
      const rows = await accounts()
        .whereNotNull('email_verified_at')
        .whereRaw('lower(email) = any(?)', [emails as string[]])
        .orderBy('id')
      return rows.map(accountOf)
    },

    /** Lists the accounts after `cursor`, in the order of their ids. */
    async page(cursor: string | undefined, size: number): Promise<Account[]> {
      const rows = await accounts()
        .where('id', '>', cursor ?? '')
        .orderBy('id')
        .limit(size)
      return rows.map(accountOf)
    },
  }
}
