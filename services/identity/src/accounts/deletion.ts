import type { DeleteAccountBody } from '@purple-sector/contracts/identity/http'
import type { Account } from './account.ts'

/** Whether who has no password has typed what their account is called: the username, without one the e-mail. */
export const isConfirmedBy = ({ username, email }: Pick<Account, 'username' | 'email'>, proof: DeleteAccountBody) =>
  'confirm' in proof && proof.confirm.trim().toLowerCase() === (username ?? email).toLowerCase()
