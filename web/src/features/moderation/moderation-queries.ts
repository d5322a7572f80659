import type { AuditEntry } from '@purple-sector/contracts/admin/http'
import type { ChatPerson, ModeratedMessage, Mute } from '@purple-sector/contracts/chat/http'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { STAYS_AS_READ } from '../../lib/live.ts'
import { registerLive } from '../../lib/live-features.ts'
import { minutes } from '../../lib/query-client.ts'
import { type Filters, queryOf } from './filters.ts'
import { messagesKey, moderationKey, newestKey } from './moderation-keys.ts'
import { moderationLive } from './moderation-live.ts'

registerLive('moderation', moderationLive)

const PAGE = 50
/** No frame tells an administrator what is written in groups, nor what another one did. */
const POLL_MS = 5_000
/** A search may read every message there is. */
const SEARCH_POLL_MS = 30_000

const ask = (filters: Filters, before: number | undefined, signal: AbortSignal) =>
  api.get<ModeratedMessage[]>(`/api/admin/chat/messages?${queryOf(filters, before, PAGE)}`, { signal })

/** The messages of all rooms, newest first, page by page. They stay as they were read: who aims at one does not miss it. */
export const messagesQuery = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...messagesKey, filters] as const,
    queryFn: ({ pageParam, signal }) => ask(filters, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    staleTime: minutes(10),
    meta: STAYS_AS_READ,
  })

/** What has come since, and what became of the newest ones. */
export const newestQuery = (filters: Filters) =>
  queryOptions({
    queryKey: [...newestKey, filters] as const,
    queryFn: ({ signal }) => ask(filters, undefined, signal),
    refetchInterval: filters.q === undefined ? POLL_MS : SEARCH_POLL_MS,
    staleTime: POLL_MS,
  })

/** Who may not write now. */
export const mutesQuery = queryOptions({
  queryKey: [...moderationKey, 'mutes'] as const,
  queryFn: () => api.get<Mute[]>('/api/admin/chat/mutes'),
  refetchInterval: POLL_MS,
})

const ACTS = ['message.deleted', 'person.muted', 'person.unmuted', 'chat.slowed'].join()

/** What administrators did in the chats, newest first, page by page. */
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

/** The names of those the log tells of: it keeps their ids alone. */
export const peopleQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...moderationKey, 'people', ids] as const,
    queryFn: () => api.get<ChatPerson[]>(`/api/admin/chat/people?ids=${ids.map(encodeURIComponent).join()}`),
    enabled: ids.length > 0,
    staleTime: minutes(10),
  })
