import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A file of the product cannot be written or read; the message names it and the remedy, for users. */
export class FileError extends Error {
  override name = 'FileError'
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const writeErrorMessage = (path: string, error: unknown): string => {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${path} is full. Free some space and try again; nothing is damaged.`
    case 'EFBIG':
      return `${path} is larger than this user may write (ulimit -f). Raise the limit and try again; nothing is damaged.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${path} cannot be written by this user. Choose another folder, or let the user write there.`
    default:
      return `${path} cannot be written.`
  }
}

const writeError = (path: string, cause: unknown): FileError =>
  cause instanceof FileError ? cause : new FileError(`${writeErrorMessage(path, cause)} (${textOf(cause)})`, { cause })

/** Creates a folder and its parents. Throws a `FileError` on failure. */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw writeError(path, error)
  }
}

type Options = {
  /** Permissions; by default only the owner may read the file. */
  mode?: number
  owner?: { uid: number; gid: number }
}

/** Makes the names in a folder survive a power cut. Windows cannot sync folders. */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

const writeDraft = async (draft: string, content: string, { mode = 0o600, owner }: Options): Promise<void> => {
  const file = await open(draft, 'wx', mode)
  try {
    await file.writeFile(content)
    if (owner) await file.chown(owner.uid, owner.gid)
    await file.sync()
  } finally {
    await file.close()
  }
}

const writeAndMove = async (
  path: string,
  content: string,
  options: Options,
  move: (draft: string) => Promise<void>,
): Promise<void> => {
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.draft`)
  try {
    await writeDraft(draft, content, options)
    await move(draft)
    await syncFolder(dirname(path))
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Writes a file atomically: readers see either the complete old or the complete new content. A draft is written and
 * synced, then renamed. Throws a `FileError` on failure, and leaves no draft if the disk is full.
 */
export const writeFileAtomic = async (path: string, content: string, options: Options = {}): Promise<void> => {
  try {
    await writeAndMove(path, content, options, (draft) => rename(draft, path))
  } catch (error) {
    throw writeError(path, error)
  }
}

/** Like `writeFileAtomic`, for a new file: returns false, and changes nothing, if the file exists. */
export const createFileAtomic = async (path: string, content: string, options: Options = {}): Promise<boolean> => {
  try {
    // A link never replaces a file.
    await writeAndMove(path, content, options, (draft) => link(draft, path))
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw writeError(path, error)
  }
}

/** Returns the text of a file, or undefined without one. Throws a `FileError` if it is unreadable or empty. */
const readTextFile = async (path: string, remedy: string): Promise<string | undefined> => {
  try {
    const text = await readFile(path, 'utf8')
    if (text.trim() === '') throw new FileError(`${path} is empty. ${remedy}`)
    return text
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (error instanceof FileError) throw error
    throw new FileError(`${path} cannot be read (${textOf(error)}). ${remedy}`, { cause: error })
  }
}

/**
 * Reads a JSON file written by the product; undefined without one.
 * Throws a `FileError` that ends with `remedy` for a file that cannot be read, is empty, or does not match the
 * schema.
 */
export const readJsonFile = async <T>(
  path: string,
  schema: { parse(value: unknown): T },
  remedy: string,
): Promise<T | undefined> => {
  const text = await readTextFile(path, remedy)
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new FileError(`${path} is damaged: it does not hold what was written there. ${remedy}`, { cause })
  }
}
