import type { ServerFrame } from '@purple-sector/contracts/realtime'

/** A frame of the socket; undefined where it cannot be read. */
export const readFrame = (text: unknown): ServerFrame | undefined => {
  try {
    return JSON.parse(String(text))
  } catch (error) {
    console.warn('A realtime message could not be read', error)
    return undefined
  }
}
