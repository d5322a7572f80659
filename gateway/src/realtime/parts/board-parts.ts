import type { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { z } from 'zod'

export type BoardChange = z.infer<typeof boardChanged.data>

/**
 * Joins the parts of a version's event; returns the whole change with the last part.
 * A duplicate part is harmless; a newer version discards an incomplete one.
 */
export const boardParts = (): ((part: BoardChange) => BoardChange | undefined) => {
  let version = -1
  let parts = new Map<number, BoardChange['changed']>()
  return (change) => {
    if (change.version < version) return undefined
    if (change.version > version) {
      version = change.version
      parts = new Map()
    }
    parts.set(change.part, change.changed)
    if (parts.size < change.parts) return undefined
    const changed = change.parts === 1 ? change.changed : [...parts.values()].flat()
    parts = new Map()
    return { ...change, changed }
  }
}
