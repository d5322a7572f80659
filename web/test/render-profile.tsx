import {
  ownSessionSchema,
  teamUserSchema,
  tracksideUserSchema,
  userSchema,
} from '@purple-sector/contracts/identity/http'
import { userReply, weekendReply } from '@purple-sector/testing/replies'
import { ProfilePage } from '../src/features/profile/profile-page.tsx'
import { createTestServer, type Refusal, refuse } from './create-test-server.ts'
import { openPage } from './render-page.tsx'

type Sent = { method: string; path: string; body: unknown }
/** The state of identity; a test may change it. */
type World = { user?: object; trackside?: object[]; teams?: object[]; sessions?: object[] }

/** Fake identity service: an edit is applied and answered with the user, other writes are recorded. */
const fakeServer = (world: World) => {
  const sent: Sent[] = []
  const asked: string[] = []
  const refusals: Refusal[] = []
  const failing = new Set<string>()
  const reads: Record<string, () => unknown> = {
    '/api/auth/user': () => userSchema.parse(userReply(world.user)),
    '/api/users/at-track': () => tracksideUserSchema.array().parse(world.trackside ?? []),
    '/api/users/teams': () => teamUserSchema.array().parse(world.teams ?? []),
    '/api/auth/sessions': () => ownSessionSchema.array().parse(world.sessions ?? []),
  }
  /** Delays a write until the test releases it. */
  const held = { until: Promise.resolve() }
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    if (method === 'GET') {
      asked.push(path)
      if (failing.has(path)) return refuse({ status: 503, code: 'UNAVAILABLE', message: 'The service is busy.' })
      return Response.json(reads[path]?.() ?? [])
    }
    const body: object = JSON.parse(String(init.body))
    sent.push({ method, path, body })
    await held.until
    const refusal = refusals.shift()
    if (refusal) return refuse(refusal)
    if (method !== 'PATCH') return new Response(null, { status: 204 })
    world.user = { ...world.user, ...body }
    return Response.json(userSchema.parse(userReply(world.user)))
  }
  return { world, fetch, sent, asked, refusals, failing, held }
}

export const profileServer = () => createTestServer(fakeServer, {})

/** The profile page for this user, with two weekends to choose from. */
export const openProfile = (world: World = {}) =>
  openPage(<ProfilePage />, '/profile', userReply(world.user), [
    weekendReply(),
    weekendReply({ id: 2, name: 'The Bend' }),
  ])
