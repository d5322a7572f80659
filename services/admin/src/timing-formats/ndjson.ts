import { type Snapshot, snapshotBody } from '@purple-sector/contracts/admin/live-timing'
import { MAX_SNAPSHOT_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import { findUnstorable } from '@purple-sector/service-kit/input/unstorable'

/**
 * The last complete line of a file: a snapshot, nothing yet, or a fault.
 * `isUnfinished`: the rest of it may still be being written.
 */
export type LastLine = { snapshot: Snapshot } | { fault: string; isUnfinished?: true } | undefined

const lastComplete = (text: string): string | undefined => {
  const completeLines = text.slice(0, text.lastIndexOf('\n')).trimEnd()
  return completeLines === '' ? undefined : completeLines.slice(completeLines.lastIndexOf('\n') + 1)
}

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Parses the last complete line.
 * A text without line ends is parsed as a whole, because some sources serve a single snapshot.
 */
export const lastSnapshotOf = (text: string): LastLine => {
  const hasLines = text.includes('\n')
  const line = hasLines ? lastComplete(text) : text
  if (line !== undefined && line.length > MAX_SNAPSHOT_CHARS)
    return { fault: `Its last line has more than ${MAX_SNAPSHOT_CHARS.toLocaleString('en')} characters.` }
  const value = line === undefined ? undefined : parseJson(line)
  if (line === undefined || line.trim() === '') return undefined
  if (!hasLines && value === undefined && line.trimStart().startsWith('{'))
    return { fault: 'No line of it has ended, and what it holds isn’t JSON.', isUnfinished: true }
  if (value === undefined) return { fault: hasLines ? 'Its last line isn’t JSON.' : 'It isn’t JSON.' }
  // As for a pushed snapshot: text that the database cannot store is rejected before it is parsed.
  const unstorable = findUnstorable(value)
  if (unstorable) return { fault: `Its last line isn’t a snapshot: ${unstorable.path} ${unstorable.message}.` }
  const { success, data, error } = snapshotBody.safeParse(value)
  if (success) return { snapshot: data }
  const [issue] = error.issues
  return { fault: `Its last line isn’t a snapshot: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is wrong'}.` }
}
