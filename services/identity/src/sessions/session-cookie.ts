import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { browserInWords } from './browser-in-words.ts'
import type { Browser, Entered } from './session-repository.ts'

/** Longer than any session: whether one still counts is decided by its row, not by the browser. */
const SESSION_SECONDS = 400 * 24 * 3600
const DEVICE_SECONDS = 365 * 24 * 3600

/** The cookies identity sets; over https they carry the `__Host-` prefix, so that no neighbour domain can plant one. */
export type Cookies = {
  /** The session's, and the one by which the account knows this browser again. */
  entered(entered: Entered): string[]
  noSession(): string
  device(secret: string): string
  /** What a request's browser carries already. */
  browserOf(request: FastifyRequest): Browser
  /** Binds a sign-in at the provider to the browser that began it. */
  oidc(secret: string): string
  noOidc(): string
  /** The value of the provider cookie among those a request carries. */
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
    entered: ({ secret, device: known }) => [cookie('session', secret, SESSION_SECONDS), device(known)],
    noSession: () => cookie('session', '', 0),
    device,
    browserOf: ({ identity, headers }) => ({
      previous: identity?.sessionId,
      device: cookieIn('device', headers.cookie),
      name: browserInWords(headers['user-agent']),
    }),
    oidc: (secret) => cookie('oidc', secret, 600),
    noOidc: () => cookie('oidc', '', 0),
    oidcOf: (header) => cookieIn('oidc', header),
  }
}
