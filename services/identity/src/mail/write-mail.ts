import type { Database } from '@purple-sector/database'
import type { MailWriter } from '@purple-sector/mail'
import { accountRepository } from '../accounts/account-repository.ts'
import { oneTimeTokens } from '../accounts/one-time-token-repository.ts'
import type { Purpose } from '../tables.ts'
import { mailOf } from './mail.ts'

/** Renders a user's mail with a new token, created only now so that no token is stored in clear. */
export const writeMail =
  ({ database, publicUrl }: { database: Database; publicUrl: string }): MailWriter<Purpose> =>
  async (kind, userId) => {
    const account = await accountRepository(database).find(userId)
    if (!account) return undefined
    const token = await oneTimeTokens(database).issue(kind, userId)
    return mailOf(kind, { to: account.email, token, publicUrl })
  }
