import { readFile } from 'node:fs/promises'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { PreflightError } from '../preflight-error.ts'
import { checkRecording } from './check-recording.ts'
import type { Issue } from './recorded-instants.ts'
import type { Recording } from './recording.ts'

const maxShown = 50

/** A recording that cannot be used; `issues` has all problems with their places, the message the first. */
export class UnusableRecording extends PreflightError {
  readonly issues: Issue[]
  constructor(path: string, issues: Issue[]) {
    const shown = issues.slice(0, maxShown).map((issue) => `  ${issue.path}: ${issue.message}`)
    const more = issues.length > maxShown ? [`  ... and ${issues.length - maxShown} more problems`] : []
    super([`${path} is not a usable recording:`, ...shown, ...more].join('\n'))
    this.name = 'UnusableRecording'
    this.issues = issues
  }
}

/**
 * Reads and checks a recording.
 * @throws UnusableRecording with every issue found
 */
export const readRecording = async (path: string): Promise<Recording> => {
  const text = decoded(path, await readBytes(path))
  const checked = checkRecording(parsed(path, text))
  if (!checked.recording) throw new UnusableRecording(path, withLines(text, checked.issues))
  return checked.recording
}

const unreadable = (path: string, message: string, line?: number) =>
  new UnusableRecording(path, [{ path: line === undefined ? '(file)' : `line ${line}`, message }])

const whyUnread: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder, not a file',
  EACCES: 'may not be read by this user',
}

const readBytes = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw unreadable(path, whyUnread[code] ?? `cannot be read (${code})`)
  }
}

/** Decodes UTF-8 and drops a byte-order mark, which some editors write. */
const decoded = (path: string, bytes: Buffer): string => {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  try {
    return utf8.decode(bytes)
  } catch {
    const isReadable = (part: Buffer) => {
      try {
        return utf8.decode(part) !== undefined
      } catch {
        return false
      }
    }
    const newline = 0x0a
    let line = 1
    for (let from = 0; from < bytes.length; line++) {
      const end = bytes.indexOf(newline, from)
      const to = end < 0 ? bytes.length : end
      if (!isReadable(bytes.subarray(from, to))) break
      from = to + 1
    }
    throw unreadable(path, 'is not UTF-8: save the file in that encoding', line)
  }
}

const parsed = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const line = /\(line (\d+) column \d+\)/.exec(why)?.[1]
    throw unreadable(path, `is not JSON: ${why.replaceAll(/\s+/g, ' ')}`, line === undefined ? undefined : Number(line))
  }
}

/**
 * Adds to each issue the line of its place, or of the nearest parent that exists.
 * Only the issues that the message shows get a line.
 */
const withLines = (text: string, issues: Issue[]): Issue[] => {
  const root = parseTree(text)
  if (!root) return issues
  return issues.map((issue, i) => {
    if (i >= maxShown) return issue
    const steps =
      issue.path === '(file)' ? [] : issue.path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
    let node = findNodeAtLocation(root, steps)
    for (let depth = steps.length - 1; !node && depth >= 0; depth--)
      node = findNodeAtLocation(root, steps.slice(0, depth))
    return { ...issue, path: `${issue.path} (line ${text.slice(0, node?.offset ?? 0).split('\n').length})` }
  })
}
