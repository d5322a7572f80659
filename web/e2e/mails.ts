import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { dataDirectoryOf } from './data-directory.ts'

/** The last link of this pattern, alone in its line, mailed to this address. */
export const mailedLink = async (email: string, pattern: RegExp): Promise<string> => {
  const folder = join(dataDirectoryOf(test.info().parallelIndex), 'mail')
  let link: string | undefined
  const findLink = async () => {
    // A mail that is being written has another name until it is complete.
    const mails = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
    const texts = await Promise.all(mails.sort().map((name) => readFile(join(folder, name), 'utf8')))
    const to = texts.filter((text) => text.includes(`To: ${email}`))
    link = to.flatMap((text) => text.match(pattern)?.[0] ?? []).at(-1)
    return link
  }
  await expect.poll(findLink).toBeDefined()
  return link ?? ''
}

export const VERIFICATION = /^http\S+token=\S+$/m
export const INVITATION = /^http\S+\/groups\/join\/\S+$/m
