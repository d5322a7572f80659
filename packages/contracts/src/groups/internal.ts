import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countOfWeekend } from '../count-of-weekend.ts'

/** The number of groups in a weekend. */
export const countGroups = countOfWeekend('groups')

const membershipSchema = z.object({
  groupId: z.number().int(),
  /** The group's weekend; of a season group the current one. */
  weekendId: z.number().int().nullable(),
  /** Whether the group outlives its weekend. */
  allSeason: z.boolean().default(false),
  userId: z.string(),
  /** The sequence of the membership's last event. */
  sequence: z.number().int().min(0),
})
export type Membership = z.infer<typeof membershipSchema>

/** A page of all current memberships; `next` is the cursor of the next page, null on the last. */
export const listMemberships = defineCall({
  service: 'groups',
  method: 'GET',
  path: '/internal/memberships',
  query: z.object({ after: z.string().max(100).optional() }),
  reply: z.object({ memberships: z.array(membershipSchema).max(5000), next: z.string().nullable() }),
  callers: ['gateway'],
  reason: 'A gateway starts without any state, and receives only later events.',
})

const membershipKeySchema = membershipSchema.pick({ groupId: true, userId: true })
export type MembershipKey = z.infer<typeof membershipKeySchema>

/** Those of the requested memberships that exist. */
export const findMemberships = defineCall({
  service: 'groups',
  method: 'POST',
  path: '/internal/memberships/find',
  request: z.object({ wanted: z.array(membershipKeySchema).max(500) }),
  reply: z.object({ memberships: z.array(membershipSchema).max(500) }),
  callers: ['gateway', 'chat'],
  reason: 'A new member may follow the group and write in it at once, before the event has arrived.',
  timeoutMs: 1_000,
})
