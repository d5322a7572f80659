import { namesPrivateAddress } from '@purple-sector/service-kit/calls/public-agent'

/**
 * Validates the URL of a webhook against server-side request forgery (SSRF): HTTPS to the public internet only.
 *
 * Returns why the URL is rejected, as the end of a sentence; undefined for a valid one. An address in the URL is checked
 * here, the addresses of a host name on each connection (`publicAgent`). `allowPrivate` also permits plain HTTP and
 * private networks.
 */
export const validateWebhookUrl = (url: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined => {
  const { protocol, username, password } = new URL(url)
  if (username !== '' || password !== '') return 'must not name a user or a password'
  if (allowPrivate) return undefined
  if (protocol !== 'https:') return 'must begin with https://'
  return namesPrivateAddress(url) ? 'must be an address of the public internet' : undefined
}
