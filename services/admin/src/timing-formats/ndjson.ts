import { type Snapshot, snapshotBody } from '@purple-sector/contracts/admin/live-timing'
import { MAX_SNAPSHOT_CHARS } from '@purple-sector/service-kit/data/reading-limits'
import { findUnstorable } from '@purple-sector/service-kit/input/unstorable'

/**
 * What the last complete line of a file says: a snapshot, nothing yet, or something that is none, with the reason.
 * `isUnfinished`: it may be the beginning of one, of which the rest is still being written.
 */
export type LastLine = { snapshot: Snapshot } | { fault: string; isUnfinished?: true } | undefined

const lastComplete = (text: string): string | undefined => {
  const complete = text.slice(0, text.lastIndexOf('\n')).trimEnd()
  return complete === '' ? undefined : complete.slice(complete.lastIndexOf('\n') + 1)
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * The snapshot of the last line that has ended; one that is still being written counts when it has. Where no line has
 * ended, the text itself is one if it is whole: some serve a single snapshot.
 */
export const lastSnapshotOf = (text: string): LastLine => {
  const hasLines = text.includes('\n')
  const line = hasLines ? lastComplete(text) : text
  if (line !== undefined && line.length > MAX_SNAPSHOT_CHARS)
    return { fault: `Its last line has more than ${MAX_SNAPSHOT_CHARS.toLocaleString('en')} characters.` }
  const value = line === undefined ? undefined : parsed(line)
  if (line === undefined || line.trim() === '') return undefined
  if (!hasLines && value === undefined && line.trimStart().startsWith('{'))
    return { fault: 'No line of it has ended, and what it holds isn’t JSON.', isUnfinished: true }
  if (value === undefined) return { fault: hasLines ? 'Its last line isn’t JSON.' : 'It isn’t JSON.' }
  // As a body that is sent: words that the database cannot hold are refused before anything is made of them.
  const unstorable = findUnstorable(value)
  if (unstorable) return { fault: `Its last line isn’t a snapshot: ${unstorable.path} ${unstorable.message}.` }
  const { success, data, error } = snapshotBody.safeParse(value)
  if (success) return { snapshot: data }
  const [issue] = error.issues
  return { fault: `Its last line isn’t a snapshot: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is wrong'}.` }
}
