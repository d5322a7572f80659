import type { AuditEntry } from '@purple-sector/contracts/admin/http'
import type { ChatPerson, ModeratedMessage, Mute } from '@purple-sector/contracts/chat/http'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../../client/api/api.ts'
import { minutes } from '../../../../client/api/query-client.ts'
import { STAYS_AS_READ } from '../../../../client/realtime/cache-updates.ts'
import { type Filters, queryOf } from './filters.ts'
import { messagesKey, moderationKey, newestKey } from './moderation-keys.ts'

const PAGE = 50
/** Poll interval in ms: no frame reports messages in groups, or other administrators' actions. */
const POLL_MS = 5_000
/** Poll interval of a search in ms, which may scan every message. */
const SEARCH_POLL_MS = 30_000

const fetchMessages = (filters: Filters, before: number | undefined, signal: AbortSignal) =>
  api.get<ModeratedMessage[]>(`/api/admin/chat/messages?${queryOf(filters, before, PAGE)}`, { signal })

/** Messages of all rooms in pages, newest first. Not refetched, so that the list does not move under the pointer. */
export const messagesQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey, filters] as const,
    queryFn: ({ pageParam, signal }) => fetchMessages(filters, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    staleTime: minutes(10),
    meta: STAYS_AS_READ,
  })

/** The newest messages in their current state. */
export const newestQuery = (filters: Filters) =>
  queryOptions({
    queryKey: [...newestKey, filters] as const,
    queryFn: ({ signal }) => fetchMessages(filters, undefined, signal),
    refetchInterval: filters.q === undefined ? POLL_MS : SEARCH_POLL_MS,
    staleTime: POLL_MS,
  })

/** The users who are muted. */
export const mutesQuery = queryOptions({
  queryKey: [...moderationKey, 'mutes'] as const,
  queryFn: () => api.get<Mute[]>('/api/admin/chat/mutes'),
  refetchInterval: POLL_MS,
})

const ACTS = ['message.deleted', 'person.muted', 'person.unmuted', 'chat.slowed'].join()

/** Log of moderation in pages, newest first. */
export const logQuery = infiniteQueryOptions({
  queryKey: [...moderationKey, 'log'] as const,
  queryFn: ({ pageParam, signal }) => {
    const before = pageParam === undefined ? '' : `&before=${pageParam}`
    return api.get<AuditEntry[]>(`/api/admin/audit?action=${ACTS}&limit=${PAGE}${before}`, { signal })
  },
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
  refetchInterval: POLL_MS,
})

/** Names of the users in the log, which stores ids only. */
export const peopleQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...moderationKey, 'people', ids] as const,
    queryFn: () => api.get<ChatPerson[]>(`/api/admin/chat/people?ids=${ids.map(encodeURIComponent).join()}`),
    enabled: ids.length > 0,
    staleTime: minutes(10),
  })
