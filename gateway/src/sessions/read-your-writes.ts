import type { FastifyReply } from 'fastify'

const COOKIE_NAME = 'wrote'
/** Longer than any copy that a gateway keeps. */
const COOKIE = `${COOKIE_NAME}=1; Max-Age=5; Path=/api; HttpOnly; SameSite=Lax`

export type MarkWriter = (reply: FastifyReply) => void

/**
 * A browser that has written says so for a few seconds, so that another gateway, which has not seen the write, shows it
 * all the same. Whoever says so without having written gets what is true as well.
 */
export const readYourWritesCookie = (isSecure: boolean): MarkWriter => {
  const cookie = isSecure ? `${COOKIE}; Secure` : COOKIE
  return (reply) => void reply.header('set-cookie', cookie)
}

export const hasWrittenRecently = (cookies: string | undefined): boolean =>
  cookies?.includes(`${COOKIE_NAME}=1`) ?? false
