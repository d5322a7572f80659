import { z } from 'zod'
import { defineCall } from '../call.ts'
import { weekendIdParams } from '../common.ts'
import { changedAtSchema, pageQuery } from '../tipping/http.ts'
import { engagementEntrySchema, pollResultSchema, pollStatsSchema } from './http.ts'

/** A page of the engagement leaderboard, without the caller's own row appended. */
export const findEngagementPage = defineCall({
  service: 'engagement',
  method: 'GET',
  path: '/internal/engagement-boards/:weekendId/page',
  params: weekendIdParams,
  query: pageQuery,
  reply: z.object({
    version: z.number().int(),
    changedAt: changedAtSchema,
    total: z.number().int(),
    entries: z.array(engagementEntrySchema),
  }),
  callers: ['gateway'],
  reason: 'A gateway serves pages of boards from memory, and events contain only the first entries.',
})

/** The rows of up to 1,000 users; users without activity in the weekend are left out. */
export const findEngagementEntries = defineCall({
  service: 'engagement',
  method: 'POST',
  path: '/internal/engagement-boards/:weekendId/entries',
  params: weekendIdParams,
  request: z.object({ userIds: z.array(z.string()).max(1000) }),
  reply: z.object({ version: z.number().int(), entries: z.array(engagementEntrySchema) }),
  callers: ['gateway'],
  reason: 'A page that a gateway serves from memory ends with the caller’s own row, at any position.',
})

/** The state of the driver poll of a weekend; empty for one without votes, or an unknown one. */
export const findPoll = defineCall({
  service: 'engagement',
  method: 'GET',
  path: '/internal/driver-polls/:weekendId',
  params: weekendIdParams,
  reply: z.object({ results: z.array(pollResultSchema), stats: pollStatsSchema }),
  callers: ['admin'],
  reason: 'A report is generated on request, and race control stores no copy of the votes.',
})
