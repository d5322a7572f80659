import { z } from 'zod'
import { avatarConfigSchema } from '../common.ts'
import { defineFact, defineState, userKey, userSubject } from '../event.ts'

/** The current state of a user that other services may know. The address only where it is verified, else null. */
export const userChanged = defineState({
  type: 'identity.user-changed.v1',
  owner: 'identity',
  data: z.object({
    id: z.string(),
    verifiedEmail: z.string().nullable(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    avatarConfig: avatarConfigSchema.nullable(),
    teamName: z.string().nullable(),
    trackStatus: z.enum(['at_track', 'away']).nullable(),
    chatStatus: z.string().nullable(),
    isAdmin: z.boolean(),
    /** The user's spoiler delay. Users published before it existed have none. */
    spoilerDelaySeconds: z.number().int().default(0),
    /** Whether they get an automatic tip where they forget one, and nudges of group admins. */
    autoTip: z.boolean().default(false),
    nudges: z.boolean().default(true),
    deleted: z.boolean(),
    /** Whether the user's entry in the trackside or team lists changed since the previous state. */
    communityChanged: z.boolean().optional(),
  }),
  subject: (user) => userSubject(user.id),
  key: (user) => userKey(user.id),
})

/** Sessions ended (sign-out, password change, sign-out everywhere): gateways drop them and close their sockets. */
export const sessionsRevoked = defineFact({
  type: 'identity.sessions-revoked.v1',
  owner: 'identity',
  data: z.object({ userId: z.string(), hashes: z.array(z.string()) }),
  subject: (revoked) => `sessions-of/${revoked.userId}`,
  key: (revoked) => userKey(revoked.userId),
})
