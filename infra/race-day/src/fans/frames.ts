import { type FrameReply, frameReply } from './replies.ts'

const followed = new Set<unknown>(frameReply.options.map((option) => option.shape.type.value))
const recent = new Map<string, FrameReply>()

/**
 * Parses a frame; null for types that the player does not follow.
 * Thousands of sockets receive the same text of a channel, so the last few frames are cached.
 */
export const parseFrame = (text: string): FrameReply | null | 'unreadable' => {
  const cached = recent.get(text)
  if (cached) return cached
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'unreadable'
  }
  if (typeof json !== 'object' || json === null || !('type' in json) || typeof json.type !== 'string')
    return 'unreadable'
  if (!followed.has(json.type)) return null
  const parsed = frameReply.safeParse(json)
  if (!parsed.success) return 'unreadable'
  if (parsed.data.type !== 'my_standing' && parsed.data.type !== 'hello') {
    recent.set(text, parsed.data)
    for (const oldest of recent.keys()) {
      if (recent.size <= 16) break
      recent.delete(oldest)
    }
  }
  return parsed.data
}
