import type { ServerFrame } from '@purple-sector/contracts/realtime'

/** Parses a frame of the socket; undefined if it is invalid. */
export const readFrame = (text: unknown): ServerFrame | undefined => {
  try {
    return JSON.parse(String(text))
  } catch (error) {
    console.warn('A realtime message could not be read', error)
    return undefined
  }
}
