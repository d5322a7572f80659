import { type MailConfig, mailConfigOf, mailEnvironment, publicUrlOf } from '@purple-sector/mail/config'
import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The environment variables of this service. */
export const environment = z.object({
  ...mailEnvironment,
  LIMIT_GROUP_PREVIEWS: z.coerce.number().int().min(1).default(600),
})

export type Config = {
  /** The public URL of the product, without a trailing slash: links in mails begin with it. */
  publicUrl: string
  mail: MailConfig
  /** Group previews per client address and minute. A grandstand may share one address. */
  maxPreviews: number
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = readEnvironment(environment, env)
  return { publicUrl: publicUrlOf(parsed), mail: mailConfigOf(parsed), maxPreviews: parsed.LIMIT_GROUP_PREVIEWS }
}
