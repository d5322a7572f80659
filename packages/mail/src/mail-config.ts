import { join } from 'node:path'
import { z } from 'zod'

export type MailConfig = { from: string } & ({ kind: 'smtp'; url: string } | { kind: 'files'; directory: string })

/** Environment variables of a service that sends mails; spread them into its `environment`. */
export const mailEnvironment = {
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  DATA_DIR: z.string().default('./var'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z.string().optional(),
}

type Environment = z.infer<z.ZodObject<typeof mailEnvironment>>

/** Returns the public URL of the product, without a trailing slash; links in mails start with it. */
export const publicUrlOf = ({ PUBLIC_URL }: Environment): string => PUBLIC_URL.replace(/\/+$/, '')

/** Returns the destination of mails: an SMTP server, or without one a folder that all services share. */
export const mailConfigOf = (env: Environment): MailConfig => {
  const from = env.MAIL_FROM ?? `Purple Sector <no-reply@${new URL(env.PUBLIC_URL).hostname}>`
  if (env.SMTP_URL !== undefined) return { kind: 'smtp', from, url: env.SMTP_URL }
  return { kind: 'files', from, directory: join(env.DATA_DIR, 'mail') }
}
