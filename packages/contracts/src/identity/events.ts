import { z } from 'zod'
import { avatarConfigSchema } from '../common.ts'
import { defineFact, defineState, userKey } from '../event.ts'

/** The present state of a user as other services may know it. The address only where it is verified, else null. */
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
    /** How much later than others they are told of racing. Users told before it was part of this have none. */
    spoilerDelaySeconds: z.number().int().default(0),
    deleted: z.boolean(),
    /** Whether the lists of who is trackside, or in a team, show something else since the state before. */
    communityChanged: z.boolean().optional(),
  }),
  subject: (user) => `user/${user.id}`,
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
