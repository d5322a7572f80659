import type { IncomingMessage } from 'node:http'
import { sessionHashes } from '../pipeline/authenticate.ts'
import type { Session, Sessions } from '../sessions/sessions.ts'

/** The session of a page request: null for visitors, undefined while identity is unavailable. */
export type PageSession = (request: IncomingMessage) => Promise<Session | null | undefined>

export const pageSession = (sessions: Pick<Sessions, 'resolve'>, cookieName: string): PageSession => {
  const sessionHashOf = sessionHashes(cookieName)
  return async (request) => {
    const hash = sessionHashOf(request)
    if (hash === undefined) return null
    try {
      return (await sessions.resolve(hash)) ?? null
    } catch {
      return undefined
    }
  }
}
