import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idParams } from '../common.ts'

/** How many groups a weekend has. */
export const countGroups = defineCall({
  service: 'groups',
  method: 'GET',
  path: '/internal/weekends/:id/count',
  params: idParams,
  reply: z.object({ count: z.number().int() }),
  callers: ['weekends'],
  reason: 'Who is about to delete a weekend is shown what would go with it, and nothing of it is copied there.',
})

const membershipSchema = z.object({
  groupId: z.number().int(),
  weekendId: z.number().int(),
  userId: z.string(),
  /** That of the membership's last event. */
  sequence: z.number().int().min(0),
})
export type Membership = z.infer<typeof membershipSchema>

/** A page of all memberships that hold; `next` is what the page after it begins behind, null on the last. */
export const listMemberships = defineCall({
  service: 'groups',
  method: 'GET',
  path: '/internal/memberships',
  query: z.object({ after: z.string().max(100).optional() }),
  reply: z.object({ memberships: z.array(membershipSchema).max(5000), next: z.string().nullable() }),
  callers: ['gateway'],
  reason: 'A gateway that starts holds nothing, and sees only events from then on.',
})
