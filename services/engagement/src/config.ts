import { type MailConfig, mailConfigOf, mailEnvironment, publicUrlOf } from '@purple-sector/mail/config'
import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The variables it reads. */
export const environment = z.object({ ...mailEnvironment })

export type Config = {
  /** Where browsers reach the product, without a trailing slash: links in mails and shares begin with it. */
  publicUrl: string
  mail: MailConfig
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = readEnvironment(environment, env)
  return { publicUrl: publicUrlOf(parsed), mail: mailConfigOf(parsed) }
}
