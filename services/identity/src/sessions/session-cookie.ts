import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { describeBrowser } from './describe-browser.ts'
import type { Browser, BrowserSecrets } from './session-repository.ts'

/** Longer than any session: its row decides whether a session is valid, not the browser. */
const SESSION_SECONDS = 400 * 24 * 3600
const DEVICE_SECONDS = 365 * 24 * 3600

/** The cookies of identity; over https they have the `__Host-` prefix, so that no sibling domain can plant one. */
export type Cookies = {
  /** Sets the session cookie, and the device cookie by which the account recognizes this browser. */
  signedIn(secrets: BrowserSecrets): string[]
  clearedSession(): string
  device(secret: string): string
  /** Returns what the browser of a request sent. */
  browserOf(request: FastifyRequest): Browser
  /** Binds a sign-in at the provider to the browser that started it. */
  oidc(secret: string): string
  clearedOidc(): string
  /** Returns the value of the provider cookie in a cookie header. */
  oidcOf(header: string | undefined): string | undefined
}

export const cookiesFor = (publicUrl: string): Cookies => {
  const isSecure = publicUrl.startsWith('https:')
  const nameOf = (name: string) => (isSecure ? `__Host-${name}` : name)
  const cookie = (name: string, value: string, maxAge: number) =>
    stringifySetCookie({
      name: nameOf(name),
      value,
      path: '/',
      maxAge,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
    })
  const cookieIn = (name: string, header = '') => parseCookie(header)[nameOf(name)]
  const device = (secret: string) => cookie('device', secret, DEVICE_SECONDS)
  return {
    signedIn: ({ secret, device: deviceSecret }) => [cookie('session', secret, SESSION_SECONDS), device(deviceSecret)],
    clearedSession: () => cookie('session', '', 0),
    device,
    browserOf: ({ identity, headers }) => ({
      previous: identity?.sessionId,
      device: cookieIn('device', headers.cookie),
      name: describeBrowser(headers['user-agent']),
    }),
    oidc: (secret) => cookie('oidc', secret, 600),
    clearedOidc: () => cookie('oidc', '', 0),
    oidcOf: (header) => cookieIn('oidc', header),
  }
}
