import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The newest mail to an address of those below a data folder that has this subject; throws while there is none. */
export const mailTo = async (dataDir: string, address: string, subject: string): Promise<string> => {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const mail = mails.findLast((text) => text.includes(`To: ${address}`) && text.includes(`Subject: ${subject}`))
  if (mail === undefined) throw new Error(`No mail "${subject}" to ${address} yet; there are ${names.length} mails`)
  return mail
}

/** The path and query of the link in a mail. */
export const linkIn = (mail: string): string => {
  const url = /https?:\/\/\S+/.exec(mail)?.[0]
  if (url === undefined) throw new Error(`There is no link in:\n${mail}`)
  const { pathname, search } = new URL(url)
  return pathname + search
}
