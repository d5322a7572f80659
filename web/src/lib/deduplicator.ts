import type { ServerFrame } from '@purple-sector/contracts/realtime'

/** A gateway is not so far behind another that it tells again what came before these. */
const REMEMBERED = 500

/** What happens once, and would be told, or counted, twice by two connections; all else is the same however often it comes. */
const keyOf = ({ type, data }: ServerFrame): string | undefined => {
  switch (type) {
    case 'race_completed':
    case 'result_corrected':
    case 'result_status':
    case 'notification':
      return type + JSON.stringify(data)
    case 'chat_message_deleted':
      return `${type}${data.id}`
  }
}

/**
 * What has been told: each gateway tells what it hears of itself, so who moves from one to another may hear of it from
 * both. Answers what of a frame is new, and undefined where nothing is.
 */
export const createDeduplicator = () => {
  const told = new Set<string>()

  const isNew = (key: string): boolean => {
    if (told.has(key)) return false
    told.add(key)
    for (const oldest of told) {
      if (told.size <= REMEMBERED) break
      told.delete(oldest)
    }
    return true
  }
  const isNewMessage = ({ id }: { id: number }): boolean => isNew(`message${id}`)

  return (frame: ServerFrame): ServerFrame | undefined => {
    if (frame.type === 'chat_message') return isNewMessage(frame.data) ? frame : undefined
    if (frame.type === 'chat_messages') {
      const messages = frame.data.messages.filter(isNewMessage)
      return messages.length > 0 ? { ...frame, data: { messages } } : undefined
    }
    const key = keyOf(frame)
    return key === undefined || isNew(key) ? frame : undefined
  }
}
