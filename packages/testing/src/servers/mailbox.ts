import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Mail = { to: string; subject?: string; containing?: string }

/** The newest mail of those below a data folder that fits; throws while there is none. */
const findMail = async (dataDir: string, { to, subject = '', containing = '' }: Mail): Promise<string> => {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const wanted = [`To: ${to}`, `Subject: ${subject}`, containing]
  const mail = mails.findLast((text) => wanted.every((part) => text.includes(part)))
  if (mail === undefined) throw new Error(`No mail "${subject}" to ${to} yet; there are ${names.length} mails`)
  return mail
}

/** The newest mail to an address that has this subject; throws while there is none. */
export const mailTo = (dataDir: string, address: string, subject: string): Promise<string> =>
  findMail(dataDir, { to: address, subject })

/** The path of the link in the newest mail to an address that leads there; throws while there is none. */
export const linkMailedTo = async (dataDir: string, address: string, path: string): Promise<string> =>
  linkIn(await findMail(dataDir, { to: address, containing: path }), path)

/** The path and query of the first link in a mail that leads there. */
export const linkIn = (mail: string, path = '/'): string => {
  const url = mail.match(/https?:\/\/[^\s>]+/g)?.find((link) => new URL(link).pathname.startsWith(path))
  if (url === undefined) throw new Error(`There is no such link in:\n${mail}`)
  const { pathname, search } = new URL(url)
  return pathname + search
}
