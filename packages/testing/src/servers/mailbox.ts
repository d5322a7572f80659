import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Mail = { to: string; subject?: string; containing?: string }

/** Returns the newest matching mail below a data folder; throws while there is none. */
const findMail = async (dataDir: string, { to, subject = '', containing = '' }: Mail): Promise<string> => {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const parts = [`To: ${to}`, `Subject: ${subject}`, containing]
  const mail = mails.findLast((text) => parts.every((part) => text.includes(part)))
  if (mail === undefined) throw new Error(`No mail "${subject}" to ${to} yet; there are ${names.length} mails`)
  return mail
}

/** Returns the newest mail to an address with this subject; throws while there is none. */
export const mailTo = (dataDir: string, address: string, subject: string): Promise<string> =>
  findMail(dataDir, { to: address, subject })

/** Returns the path of the matching link in the newest mail to an address; throws while there is none. */
export const linkMailedTo = async (dataDir: string, address: string, path: string): Promise<string> =>
  linkIn(await findMail(dataDir, { to: address, containing: path }), path)

/** Returns path and query of the first matching link in a mail. */
export const linkIn = (mail: string, path = '/'): string => {
  const url = mail.match(/https?:\/\/[^\s>]+/g)?.find((link) => new URL(link).pathname.startsWith(path))
  if (url === undefined) throw new Error(`There is no such link in:\n${mail}`)
  const { pathname, search } = new URL(url)
  return pathname + search
}
