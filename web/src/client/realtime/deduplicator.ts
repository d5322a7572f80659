import type { ServerFrame } from '@purple-sector/contracts/realtime'

/** How many keys are remembered: a gateway does not lag further behind another. */
const MAX_REMEMBERED = 500

/** Key of a frame that must be handled once; undefined for states, which may be handled repeatedly. */
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
 * Filters repeated frames: during a change of gateway both connections may deliver the same event.
 *
 * The returned function gives the new part of a frame, or undefined if nothing is new.
 */
export const createDeduplicator = () => {
  const handledKeys = new Set<string>()

  const isNew = (key: string): boolean => {
    if (handledKeys.has(key)) return false
    handledKeys.add(key)
    for (const oldest of handledKeys) {
      if (handledKeys.size <= MAX_REMEMBERED) break
      handledKeys.delete(oldest)
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
