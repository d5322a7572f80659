import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type LockedData, lockData } from '@purple-sector/database/embedded'

const run = promisify(execFile)

/**
 * Files of the product beside its database.
 * `address.json` is left out, because it describes the running process.
 */
const EXTRA_FILES = ['secrets.json', 'admin.json', 'mail']
/** Files that belong to this machine and process, not to the data. */
const LOCK = 'owner.lock'

const withLockedData = async <T>(dataDir: string, work: (data: LockedData) => Promise<T>): Promise<T> => {
  const data = await lockData(dataDir)
  try {
    return await work(data)
  } finally {
    data.release()
  }
}

/**
 * Archives database, secrets and mails of a stopped product.
 * The archive appears under its name when it is complete.
 */
export const backUp = (dataDir: string, file: string): Promise<void> =>
  withLockedData(dataDir, async ({ home, isEmpty }) => {
    if (isEmpty) throw new Error(`There is no database in ${dataDir}.`)
    const draft = `${file}.draft`
    const folder = basename(home)
    const extraFiles = EXTRA_FILES.filter((name) => existsSync(join(dataDir, name)))
    // When root runs the product, the database may be in another folder; the archive uses the usual name.
    const transform = folder === 'postgres' ? [] : [`--transform=s,^${folder},postgres,`]
    try {
      await mkdir(dirname(resolve(file)), { recursive: true })
      await run('tar', [
        ...['--create', '--gzip', `--file=${draft}`, `--exclude=${LOCK}*`, ...transform],
        ...['-C', dirname(home), folder, '-C', resolve(dataDir), ...extraFiles],
      ])
      // Readable by the owner only, because it contains secrets.
      await chmod(draft, 0o600)
      await rename(draft, file)
    } finally {
      await rm(draft, { force: true })
    }
  })

/** Unpacks such an archive as the data of a product. Throws when data exist already. */
export const restore = (dataDir: string, file: string): Promise<void> =>
  withLockedData(dataDir, async ({ home, isEmpty, account }) => {
    if (!isEmpty || existsSync(join(dataDir, 'secrets.json')))
      throw new Error(`There are data in ${dataDir}. Move that folder away first, or name another in DATA_DIR.`)
    await run('tar', ['--extract', '--gzip', `--file=${file}`, '-C', home, '--strip-components=1', 'postgres'])
    await run('tar', ['--extract', '--gzip', `--file=${file}`, '-C', resolve(dataDir), '--exclude=postgres'])
    if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, home])
  })

const main = async ([action, file = '']: string[]): Promise<void> => {
  const { DATA_DIR = './var' } = process.env
  if (action === 'backup') await backUp(DATA_DIR, file)
  else await restore(DATA_DIR, file)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  })
