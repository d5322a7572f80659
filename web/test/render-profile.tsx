import {
  ownSessionSchema,
  teamUserSchema,
  tracksideUserSchema,
  userSchema,
} from '@purple-sector/contracts/identity/http'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { ProfilePage } from '../src/features/profile/routes/profile-page.tsx'
import { createTestServer, type Rejection, rejectionReply } from './create-test-server.ts'
import { openPage } from './render-page.tsx'

type Sent = { method: string; path: string; body: unknown }
/** The state of identity; a test may change it. */
type ServerState = { user?: object; trackside?: object[]; teams?: object[]; sessions?: object[] }

/** Fake identity service: an edit is applied and answered with the user, other writes are recorded. */
const fakeServer = (state: ServerState) => {
  const sent: Sent[] = []
  const requests: string[] = []
  const rejections: Rejection[] = []
  const failing = new Set<string>()
  const repliesByPath: Record<string, () => unknown> = {
    '/api/auth/user': () => userSchema.parse(userReply(state.user)),
    '/api/users/at-track': () => tracksideUserSchema.array().parse(state.trackside ?? []),
    '/api/users/teams': () => teamUserSchema.array().parse(state.teams ?? []),
    '/api/auth/sessions': () => ownSessionSchema.array().parse(state.sessions ?? []),
  }
  /** Delays a write until the test releases it. */
  const writeDelay = { until: Promise.resolve() }
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') {
      requests.push(path)
      if (failing.has(path))
        return rejectionReply({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
      return Response.json(repliesByPath[path]?.() ?? [])
    }
    const body: object = JSON.parse(String(init.body))
    sent.push({ method, path, body })
    await writeDelay.until
    const rejection = rejections.shift()
    if (rejection) return rejectionReply(rejection)
    if (method !== 'PATCH') return new Response(null, { status: 204 })
    state.user = { ...state.user, ...body }
    return Response.json(userSchema.parse(userReply(state.user)))
  }
  return { state, fetch, sent, requests, rejections, failing, writeDelay }
}

export const profileServer = () => createTestServer(fakeServer, {})

/** The profile page for this user, with two weekends to choose from. */
export const openProfile = (state: ServerState = {}) =>
  openPage(<ProfilePage />, '/profile', userReply(state.user), [
    weekendReply(),
    weekendReply({ id: 2, name: 'The Bend' }),
  ])
