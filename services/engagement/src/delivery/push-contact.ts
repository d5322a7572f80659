import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** Accepted by every push service, and reaches no one. */
const PLACEHOLDER = 'mailto:no-reply@example.com'

/** Apple refuses every push (403 BadJwtToken) of a contact at a name of a private network. */
const isPublicName = (host: string): boolean =>
  host.includes('.') && isIP(host) === 0 && !host.startsWith('[') && !/\.(localhost|local|invalid)\.?$/i.test(host)

const hostOf = (url: string): string => new URL(url).hostname

/**
 * Returns whom a push service may ask about us (RFC 8292): `PUBLIC_URL` where it is https at a public name, else the address
 * of `MAIL_FROM` where its domain is one. Undefined where neither is.
 */
export const pushContactOf = ({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): string | undefined => {
  if (publicUrl.startsWith('https:') && isPublicName(hostOf(publicUrl))) return publicUrl
  const address = /<(.+)>$/.exec(mail.from)?.[1] ?? mail.from
  const [, domain = ''] = /^[^\s@]+@([^\s@]+)$/.exec(address) ?? []
  return isPublicName(domain) ? `mailto:${address}` : undefined
}

/** The contact for the `sub` of VAPID tokens. Warns where the settings name none, because a push service cannot ask us then. */
export const pushContact = (
  config: Pick<Config, 'publicUrl' | 'mail'>,
  log: { warn(details: object, message: string): void },
): string => {
  const contact = pushContactOf(config)
  if (contact !== undefined) return contact
  log.warn(
    { publicUrl: config.publicUrl, mailFrom: config.mail.from, contact: PLACEHOLDER },
    'push services are told a placeholder as our contact: set PUBLIC_URL to an https address at a public domain, or MAIL_FROM to an address at one',
  )
  return PLACEHOLDER
}
