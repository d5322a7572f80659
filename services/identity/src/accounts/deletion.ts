import type { DeleteAccountBody } from '@purple-sector/contracts/identity/http'
import type { Account } from './account.ts'

/** Whether a user without a password has confirmed with the username, or with the address if there is no username. */
export const isConfirmedBy = ({ username, email }: Pick<Account, 'username' | 'email'>, proof: DeleteAccountBody) =>
  'confirm' in proof && proof.confirm.trim().toLowerCase() === (username ?? email).toLowerCase()
