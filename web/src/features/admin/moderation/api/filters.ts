import type { RoomType } from '@purple-sector/contracts/chat/http'

/** Filters of the messages, stored in the URL; an omitted field matches all. */
export type Filters = {
  type?: RoomType | undefined
  weekendId?: number | undefined
  groupId?: number | undefined
  userId?: string | undefined
  q?: string | undefined
}

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** Parses the `chat` parameter: `weekend`, `group`, or one chat such as `weekend-3`. */
const chatOf = (chat: string): Pick<Filters, 'type' | 'weekendId' | 'groupId'> => {
  const [type, id] = chat.split('-')
  if (type === 'weekend') return id === undefined ? { type } : { weekendId: idOf(id) }
  if (type === 'group') return id === undefined ? { type } : { groupId: idOf(id) }
  return {}
}

/** Returns the value of the chat select; '' for all chats. */
export const chatValue = ({ type, weekendId, groupId }: Filters): string => {
  if (weekendId !== undefined) return `weekend-${weekendId}`
  return groupId === undefined ? (type ?? '') : `group-${groupId}`
}

export const filtersOf = (search: URLSearchParams): Filters => ({
  ...chatOf(search.get('chat') ?? ''),
  userId: search.get('person') || undefined,
  q: search.get('q')?.slice(0, 100) || undefined,
})

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== undefined)

/** Converts the filters to API parameters. */
export const queryOf = (filters: Filters, before: number | undefined, limit: number): string => {
  const params = Object.entries({ ...filters, before, limit }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(params).toString()
}
