import type { RoomType } from '@purple-sector/contracts/chat/http'

/** Which messages are shown; what is left out holds for all. They stand in the address. */
export type Filters = {
  type?: RoomType | undefined
  weekendId?: number | undefined
  groupId?: number | undefined
  userId?: string | undefined
  q?: string | undefined
}

const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** `chat=weekend`, `chat=group`, or one of them: `chat=weekend-3`. */
const chatOf = (chat: string): Pick<Filters, 'type' | 'weekendId' | 'groupId'> => {
  const [type, id] = chat.split('-')
  if (type === 'weekend') return id === undefined ? { type } : { weekendId: idOf(id) }
  if (type === 'group') return id === undefined ? { type } : { groupId: idOf(id) }
  return {}
}

/** The value of the chat select; '' for all chats. */
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

/** As the server is asked. */
export const queryOf = (filters: Filters, before: number | undefined, limit: number): string => {
  const asked = Object.entries({ ...filters, before, limit }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(asked).toString()
}
