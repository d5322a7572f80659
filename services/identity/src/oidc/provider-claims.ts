import { z } from 'zod'

/** What a provider says of a person. Names and picture are taken where they fit and left out where not. */
export const providerClaims = z.object({
  sub: z.string().min(1).max(500),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  given_name: z.string().trim().max(100).optional().catch(undefined),
  family_name: z.string().trim().max(100).optional().catch(undefined),
  picture: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional()
    .catch(undefined),
})
export type ProviderClaims = z.infer<typeof providerClaims>
