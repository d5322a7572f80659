import { forbidden } from '@purple-sector/service-kit/errors'
import type { Account } from '../accounts/account.ts'
import type { ProviderClaims } from './provider-claims.ts'

export type Linking =
  | { kind: 'known'; account: Account }
  /** The address is proved on both sides: one person. */
  | { kind: 'link'; account: Account }
  /** Somebody typed this address in and never proved it: what they set goes before its owner comes in. */
  | { kind: 'take-over'; account: Account }
  | { kind: 'create'; email: string }

const provedEmail = ({ email, email_verified }: ProviderClaims): string | undefined =>
  email_verified ? email : undefined

/** Which account a person at the provider is (docs/rules.md, People and roles). */
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
