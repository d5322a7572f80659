import { type MailConfig, mailConfigOf, mailEnvironment, publicUrlOf } from '@purple-sector/mail/config'
import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The variables it reads. */
export const environment = z.object({
  ...mailEnvironment,
  LIMIT_GROUP_PREVIEWS: z.coerce.number().int().min(1).default(600),
})

export type Config = {
  /** Where browsers reach the product, without a trailing slash: links in mails begin with it. */
  publicUrl: string
  mail: MailConfig
  /** Of groups, by visitors of one address in a minute. A grandstand may share one. */
  maxPreviews: number
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = readEnvironment(environment, env)
  return { publicUrl: publicUrlOf(parsed), mail: mailConfigOf(parsed), maxPreviews: parsed.LIMIT_GROUP_PREVIEWS }
}
