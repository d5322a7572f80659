import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config.ts'
import type { Mail } from './mail.ts'

/** Hands a mail on; rejects when it was not taken. */
export type Transport = { send(mail: Mail): Promise<void>; close(): void }

const SECONDS = 1_000

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
      await smtp.sendMail({ from, ...mail })
    },
    close: () => smtp.close(),
  }
}

/** Without a mail server every mail becomes a file, whole from the moment it is there. */
const fileTransport = (from: string, directory: string): Transport => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail({ from, ...mail })
      await mkdir(directory, { recursive: true })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`
      const draft = join(directory, `.${name}.draft`)
      await writeFile(draft, message, { mode: 0o600 })
      await rename(draft, join(directory, `${name}.eml`))
    },
    close: () => composer.close(),
  }
}

export const createMailTransport = (config: MailConfig): Transport =>
  config.kind === 'smtp' ? smtpTransport(config.from, config.url) : fileTransport(config.from, config.directory)
