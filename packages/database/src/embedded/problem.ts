import { FileError } from '@purple-sector/machine/files'

/** A start that cannot succeed for a reason somebody can do something about; its message is for people. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

/** What a failed start left behind: a Node error, or the last lines Postgres wrote. */
export type Failure = { output?: string; cause?: unknown }

export type FailureKind = 'disk-full' | 'port-taken' | 'still-held' | 'forbidden' | 'other-version' | 'unknown'

const signs: readonly [FailureKind, RegExp][] = [
  ['disk-full', /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/i],
  ['port-taken', /Address already in use|could not bind|could not create any TCP\/IP sockets/i],
  ['still-held', /pre-existing shared memory block|lock file ".*" already exists|another postmaster/i],
  ['other-version', /database files are incompatible with server/i],
  ['forbidden', /Permission denied|EACCES|EPERM|wrong ownership|invalid permissions|Read-only file system|EROFS/i],
]

/** Reads from what Postgres or Node said which kind of failure it was. */
export const kindOf = ({ output = '', cause }: Failure): FailureKind => {
  const text = `${output}\n${cause instanceof Error ? cause.message : ''}`
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? 'unknown'
}

/** The sentence for whoever started the product. */
export const explain = (kind: FailureKind, home: string, { output = '', cause }: Failure): string => {
  const said = output.trim().split('\n').slice(-6).join('\n') || (cause instanceof Error ? cause.message : '')
  switch (kind) {
    case 'disk-full':
      return `The disk that holds the database (${home}) is full. Free some space and start again; nothing is damaged.\n${said}`
    case 'port-taken':
      return `The port of the database is taken by another program. Stop it, or choose another port.\n${said}`
    case 'still-held':
      return `An earlier Postgres still holds the database in ${home} and did not let go of it. Try again in a moment.\n${said}`
    case 'other-version':
      return `The database in ${home} was made by another version of Postgres. Start with the version that made it and export it first.\n${said}`
    case 'forbidden':
      return `The database in ${home} cannot be used by this user: a folder on the way cannot be entered or belongs to somebody else. Start as the user who made it, or choose another DATA_DIR.\n${said}`
    default:
      return `Postgres did not start in ${home}.\n${said}`
  }
}

/** Turns any failure into a `DatabaseStartError`. */
export const asStartError = (home: string, failure: Failure): DatabaseStartError => {
  const { cause } = failure
  if (cause instanceof DatabaseStartError) return cause
  if (cause instanceof FileError) return new DatabaseStartError(cause.message, { cause })
  return new DatabaseStartError(explain(kindOf(failure), home, failure), { cause })
}
