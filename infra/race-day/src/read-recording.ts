import { readFile } from 'node:fs/promises'
import { checkRecording, type Issue } from './check-recording.ts'
import type { Recording } from './recording.ts'

/** A recording that cannot be used; `issues` say where and why. */
export class UnusableRecording extends Error {
  readonly issues: Issue[]
  constructor(path: string, issues: Issue[]) {
    super(
      `${path} is not a usable recording:\n${issues.map((issue) => `  ${issue.path}: ${issue.message}`).join('\n')}`,
    )
    this.name = 'UnusableRecording'
    this.issues = issues
  }
}

/** Reads and checks a recording. @throws UnusableRecording with every issue found */
export const readRecording = async (path: string): Promise<Recording> => {
  const checked = checkRecording(await readJson(path))
  if (!checked.recording) throw new UnusableRecording(path, checked.issues)
  return checked.recording
}

const readJson = async (path: string): Promise<unknown> => {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    throw new UnusableRecording(path, [{ path: '(file)', message: 'cannot be read' }])
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnusableRecording(path, [{ path: '(file)', message: `is not JSON: ${String(error)}` }])
  }
}
