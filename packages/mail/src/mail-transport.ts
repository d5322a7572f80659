import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeFolder, writeFileAtomic } from '@purple-sector/machine/files'
import { createTransport } from 'nodemailer'
import type { MailConfig } from './mail-config.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** Additional headers, each of one line. */
  headers?: Record<string, string>
}

/** Delivers a mail to one address; rejects if it was not accepted. */
export type Transport = { send(mail: Mail): Promise<void>; close(): void }

const SECONDS = 1_000

/** Collapses line breaks: a line break in a header would start another header, or the body. */
const toOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const smtpTransport = (from: string, url: string): Transport => {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 30 * SECONDS,
  })
  return {
    async send(mail) {
      await smtp.sendMail({ from, ...mail, subject: toOneLine(mail.subject) })
    },
    close: () => smtp.close(),
  }
}

/** Formats the mail as a message (RFC 5322) with its text unencoded, so that links in the file can be followed. */
const messageOf = (from: string, { to, subject, text, headers = {} }: Mail, now: Date): string =>
  [
    `From: ${from}`,
    `To: ${toOneLine(to)}`,
    `Subject: ${toOneLine(subject)}`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${toOneLine(value)}`),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text,
  ].join('\n')

/** Writes every mail to a file, atomically; used without a mail server. */
const fileTransport = (from: string, directory: string): Transport => {
  let sentCount = 0
  return {
    async send(mail) {
      const now = new Date()
      await makeFolder(directory)
      // Makes file names sort in sending order, also within one millisecond.
      const count = String(++sentCount).padStart(6, '0')
      const name = `${now.toISOString().replaceAll(':', '-')}-${count}-${randomUUID().slice(0, 8)}`
      await writeFileAtomic(join(directory, `${name}.eml`), messageOf(from, mail, now))
    },
    close: () => {},
  }
}

/** Creates the transport of a config: a mail server, or files. */
export const createMailTransport = (config: MailConfig): Transport =>
  config.kind === 'smtp' ? smtpTransport(config.from, config.url) : fileTransport(config.from, config.directory)
