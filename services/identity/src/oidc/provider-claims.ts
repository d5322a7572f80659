import { nameInput } from '@purple-sector/contracts/identity/http'
import { z } from 'zod'

/** The claims about a person. Invalid names and images are dropped. */
export const providerClaims = z.object({
  sub: z.string().min(1).max(500),
  email: z.email().max(254).optional().catch(undefined),
  /** Some providers send it as text; anything but a clear true counts as false. */
  email_verified: z
    .union([z.literal(true), z.literal('true')])
    .transform(() => true)
    .catch(false),
  given_name: nameInput.optional().catch(undefined),
  family_name: nameInput.optional().catch(undefined),
  picture: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional()
    .catch(undefined),
})
export type ProviderClaims = z.infer<typeof providerClaims>

/**
 * Merges the claims; the ID token overrides the userinfo response.
 * `email_verified` applies only if its source contains the same address.
 */
export const claimsOf = (idToken: Record<string, unknown>, info: Record<string, unknown>): ProviderClaims => {
  const claims = { ...info, ...idToken }
  const source = [idToken, info].find(
    ({ email, email_verified }) => email === claims.email && email_verified !== undefined,
  )
  return providerClaims.parse({ ...claims, email_verified: source?.email_verified })
}
