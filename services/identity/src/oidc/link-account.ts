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

const verifiedEmail = ({ email, email_verified }: ProviderClaims): string | undefined =>
  email_verified ? email : undefined

/** Decides which account a person signs in to by the provider (docs/rules.md, People and roles). */
export const decideLinking = (
  claims: ProviderClaims,
  found: { linked: Account | undefined; byEmail: Account | undefined },
): Linking => {
  const email = verifiedEmail(claims)
  const { linked, byEmail } = found
  if (linked) {
    const isVerifiedNow = !linked.isVerified && email?.toLowerCase() === linked.email.toLowerCase()
    return { kind: isVerifiedNow ? 'take-over' : 'known', account: linked }
  }
  if (email === undefined)
    throw forbidden('EMAIL_NOT_VERIFIED', 'Your provider hasn’t verified your email address. Verify it there first.')
  if (!byEmail) return { kind: 'create', email }
  return { kind: byEmail.isVerified ? 'link' : 'take-over', account: byEmail }
}
