import { FileError } from '@purple-sector/machine/files'

/** Error of a start that fails for a reason that can be fixed; its message is for users. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

/** Details of a failed start: a Node error, or the last lines of the output of Postgres. */
export type Failure = { output?: string; cause?: unknown }

export type FailureKind = 'disk-full' | 'port-in-use' | 'still-in-use' | 'forbidden' | 'other-version' | 'unknown'

const PATTERNS: readonly [FailureKind, RegExp][] = [
  ['disk-full', /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i],
  ['port-in-use', /Address already in use|could not bind|could not create any TCP\/IP sockets/i],
  ['still-in-use', /pre-existing shared memory block|lock file ".*" already exists|another postmaster/i],
  ['other-version', /database files are incompatible with server/i],
  ['forbidden', /Permission denied|EACCES|EPERM|wrong ownership|invalid permissions|Read-only file system|EROFS/i],
]

/** Classifies a failure by the messages of Postgres or Node. */
export const kindOf = ({ output = '', cause }: Failure): FailureKind => {
  const text = `${output}\n${cause instanceof Error ? cause.message : ''}`
  return PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown'
}

const lastLinesOf = ({ output = '', cause }: Failure): string =>
  output.trim().split('\n').slice(-6).join('\n') || (cause instanceof Error ? cause.message : '')

/** Returns the message for the person who started the product. */
export const explain = (kind: FailureKind, home: string, failure: Failure): string => {
  const lastLines = lastLinesOf(failure)
  switch (kind) {
    case 'disk-full':
      return `The disk that holds the database (${home}) is full. Free some space and start again; nothing is damaged.\n${lastLines}`
    case 'port-in-use':
      return `The port of the database is taken by another program. Stop it, or choose another port.\n${lastLines}`
    case 'still-in-use':
      return `An earlier Postgres still holds the database in ${home} and did not let go of it. Try again in a moment.\n${lastLines}`
    case 'other-version':
      return `The database in ${home} was made by another version of Postgres. Start with the version that made it and export it first.\n${lastLines}`
    case 'forbidden':
      return `The database in ${home} cannot be used by this user: a folder on the way cannot be entered or belongs to somebody else. Start as the user who made it, or choose another DATA_DIR.\n${lastLines}`
    default:
      return `Postgres did not start in ${home}.\n${lastLines}`
  }
}

/** Returns the message about a running server that ended, and why if its output says so. */
export const explainExit = (home: string, output: string): string => {
  const kind = kindOf({ output })
  const reason = kind === 'unknown' ? lastLinesOf({ output }) : explain(kind, home, { output })
  return `Postgres ended and is started again.\n${reason}`
}

/** Converts any failure to a `DatabaseStartError`. */
export const asStartError = (home: string, failure: Failure): DatabaseStartError => {
  const { cause } = failure
  if (cause instanceof DatabaseStartError) return cause
  if (cause instanceof FileError) return new DatabaseStartError(cause.message, { cause })
  return new DatabaseStartError(explain(kindOf(failure), home, failure), { cause })
}
