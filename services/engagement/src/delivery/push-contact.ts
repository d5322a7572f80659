import { isIP } from 'node:net'
import type { Config } from '../config.ts'

/** Accepted by every push service, but not a real mailbox. */
const PLACEHOLDER = 'mailto:no-reply@example.com'

/** Whether the host is a public name; Apple refuses every push (403 BadJwtToken) with a contact at a private name. */
const isPublicName = (host: string): boolean =>
  host.includes('.') && isIP(host) === 0 && !host.startsWith('[') && !/\.(localhost|local|invalid)\.?$/i.test(host)

const hostOf = (url: string): string => new URL(url).hostname

/**
 * Returns the contact for push services (RFC 8292), undefined if no setting names a public one.
 *
 * It is `PUBLIC_URL` if that is https at a public name, else the address of `MAIL_FROM` if its domain is public.
 */
export const pushContactOf = ({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): string | undefined => {
  if (publicUrl.startsWith('https:') && isPublicName(hostOf(publicUrl))) return publicUrl
  const address = /<(.+)>$/.exec(mail.from)?.[1] ?? mail.from
  const [, domain = ''] = /^[^\s@]+@([^\s@]+)$/.exec(address) ?? []
  return isPublicName(domain) ? `mailto:${address}` : undefined
}

/** Returns the contact for the `sub` of VAPID tokens; logs a warning and returns a placeholder if the settings name none. */
export const pushContact = (
  config: Pick<Config, 'publicUrl' | 'mail'>,
  log: { warn(details: object, message: string): void },
): string => {
  const contact = pushContactOf(config)
  if (contact !== undefined) return contact
  log.warn(
    {
      event: 'push.contact_missing',
      publicUrl: config.publicUrl,
      mailFrom: config.mail.from,
      contact: PLACEHOLDER,
    },
    'Push services get a placeholder contact: set PUBLIC_URL to an https address at a public domain, or MAIL_FROM to an address at one',
  )
  return PLACEHOLDER
}
