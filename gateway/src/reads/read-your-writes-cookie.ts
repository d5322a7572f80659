import type { FastifyReply } from 'fastify'

const COOKIE_NAME = 'wrote'
/** Longer than the TTL of any cached copy that a fan's own writes change. */
const COOKIE = `${COOKIE_NAME}=1; Max-Age=5; Path=/api; HttpOnly; SameSite=Lax`

export type MarkWriter = (reply: FastifyReply) => void

/**
 * Sets the read-your-writes cookie: marks a browser as a recent writer for a few seconds.
 * Another gateway, which has not seen the write, then reads past its caches. A forged cookie only yields fresher data.
 */
export const readYourWritesCookie = (isSecure: boolean): MarkWriter => {
  const cookie = isSecure ? `${COOKIE}; Secure` : COOKIE
  return (reply) => void reply.header('set-cookie', cookie)
}

export const hasWrittenRecently = (cookies: string | undefined): boolean =>
  cookies?.includes(`${COOKIE_NAME}=1`) ?? false
