import { forbidden } from '@purple-sector/service-kit/errors'
import type { Account } from '../accounts/account.ts'
import type { ProviderClaims } from './provider-claims.ts'

export type Linking =
  | { kind: 'known'; account: Account }
  /** The address is verified on both sides: the same person. */
  | { kind: 'link'; account: Account }
  /** The account never verified its address: its password and sessions are removed before the owner signs in. */
  | { kind: 'take-over'; account: Account }
  | { kind: 'create'; email: string }

const provedEmail = ({ email, email_verified }: ProviderClaims): string | undefined =>
  email_verified ? email : undefined

/** Decides which account a person at the provider gets (docs/rules.md, People and roles). */
export const decideLinking = (
  claims: ProviderClaims,
  found: { linked: Account | undefined; byEmail: Account | undefined },
): Linking => {
  const email = provedEmail(claims)
  const { linked, byEmail } = found
  if (linked) {
    const isProvedNow = !linked.isVerified && email?.toLowerCase() === linked.email.toLowerCase()
    return { kind: isProvedNow ? 'take-over' : 'known', account: linked }
  }
  if (email === undefined)
    throw forbidden('EMAIL_NOT_VERIFIED', 'Your provider hasn’t verified your email address. Verify it there first.')
  if (!byEmail) return { kind: 'create', email }
  return { kind: byEmail.isVerified ? 'link' : 'take-over', account: byEmail }
}
