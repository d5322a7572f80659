import type { IncomingMessage } from 'node:http'
import type { Theme } from '@purple-sector/contracts/identity/http'
import { sessionHashes } from '../sessions/session-cookie.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** The theme of whoever asks: null for visitors and who has chosen none, undefined where nobody can tell just now. */
export type ThemeOf = (request: IncomingMessage) => Promise<Theme | null | undefined>

export const sessionTheme = (sessions: Pick<Sessions, 'resolve'>, cookieName: string): ThemeOf => {
  const hashIn = sessionHashes(cookieName)
  return async (request) => {
    const hash = hashIn(request)
    if (hash === undefined) return null
    try {
      return (await sessions.resolve(hash))?.theme ?? null
    } catch {
      return undefined
    }
  }
}
