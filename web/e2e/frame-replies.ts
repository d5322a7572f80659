import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { categoryReply, userReply } from '@purple-sector/testing/replies'

/** Replies for the requests around a page and those shortly after it, by path: with no news. */
export const frameReplies = (weekend: Weekend, races: readonly Race[]): Record<string, unknown> => ({
  '/api/auth/user': userReply(),
  '/api/categories': [categoryReply()],
  '/api/weekends': [weekend],
  '/api/seasons': [],
  '/api/groups/overview': { groups: [], invitations: [] },
  '/api/chat/rooms': [],
  [`/api/notifications/${weekend.id}/count`]: { count: 0 },
  '/api/notifications/push-subscriptions': [],
  '/api/notifications/preferences': { push: {}, mail: { deadline: false }, quietHours: null },
  [`/api/fan-engagement/reactions/${weekend.id}`]: [],
  [`/api/weekends/${weekend.id}/races`]: races,
  [`/api/weekends/${weekend.id}/purple-sector-races`]: races,
})
