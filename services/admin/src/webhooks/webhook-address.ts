import { namesPrivateAddress } from '@purple-sector/service-kit/calls/public-agent'

/**
 * Explains why an address is rejected, as the end of a sentence; undefined for a valid one.
 * Host names are checked on each connection.
 */
export const addressFault = (url: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined => {
  const { protocol, username, password } = new URL(url)
  if (username !== '' || password !== '') return 'must not name a user or a password'
  if (allowPrivate) return undefined
  if (protocol !== 'https:') return 'must begin with https://'
  return namesPrivateAddress(url) ? 'must be an address of the public internet' : undefined
}
