/** Longer than any session: whether one still counts is decided by its row, not by the browser. */
const COOKIE_SECONDS = 400 * 24 * 3600

/** The cookies identity sets; over https they carry the `__Host-` prefix, so that no neighbour domain can plant one. */
export type Cookies = {
  session(secret: string): string
  noSession(): string
  /** Binds a sign-in at the provider to the browser that began it. */
  oidc(secret: string): string
  noOidc(): string
  /** The value of the provider cookie among those a request carries. */
  oidcOf(header: string | undefined): string | undefined
}

export const cookiesFor = (publicUrl: string): Cookies => {
  const isSecure = publicUrl.startsWith('https:')
  const nameOf = (name: string) => (isSecure ? `__Host-${name}` : name)
  const cookie = (name: string, value: string, seconds: number) =>
    `${nameOf(name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    session: (secret) => cookie('session', secret, COOKIE_SECONDS),
    noSession: () => cookie('session', '', 0),
    oidc: (secret) => cookie('oidc', secret, 600),
    noOidc: () => cookie('oidc', '', 0),
    oidcOf: (header = '') =>
      header
        .split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${nameOf('oidc')}=`))
        ?.slice(nameOf('oidc').length + 1),
  }
}
