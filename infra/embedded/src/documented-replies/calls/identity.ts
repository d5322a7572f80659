import type { OwnSession } from '@purple-sector/contracts/identity/http'
import { ADMINISTRATOR } from '../../../test/product-process.ts'
import { PASSWORD, type Scene } from '../scene.ts'

const form = (fields: Record<string, string>) => ({ form: new URLSearchParams(fields) })

/** Calls accounts, sessions, profiles and presence. */
export const identityCalls = async ({
  admin,
  visitor,
  registerUser,
  createVisitor,
  waitUntil,
  findMailedLink,
}: Scene): Promise<void> => {
  const { call, user } = await registerUser()
  const { email } = user
  await call('GET /api/auth/user')
  await visitor('GET /api/auth/oidc/callback', { status: 404 })
  await visitor('GET /api/login')
  await createVisitor()('POST /api/auth/login', { body: { email, password: 'not the flag' }, status: 401 })
  await createVisitor()('POST /api/auth/login', { ...form({ email, password: 'not the flag' }), status: 401 })
  await createVisitor()('POST /api/auth/login', { ...form({ email, password: PASSWORD }), status: 303 })
  await createVisitor()('POST /api/auth/register', { ...form({ email, password: PASSWORD }), status: 409 })
  await createVisitor()('POST /api/auth/register', {
    ...form({ email: 'by-form@example.org', password: PASSWORD }),
    status: 303,
  })

  // Opens a mailed link in the session of its account and in another browser.
  const findMailedToken = async (path: string) => (await findMailedLink(email, path)).searchParams.get('token') ?? ''
  await call('POST /api/auth/verify/send', { status: 204 })
  const token = await findMailedToken('/api/auth/verify')
  await createVisitor()('GET /api/auth/verify', { query: { token }, status: 200 })
  await call('GET /api/auth/verify', { query: { token }, status: 303 })
  await call('GET /api/auth/verify', { query: { token }, status: 400 })
  await call('GET /api/auth/verify', { query: { token }, headers: { accept: 'text/html' }, status: 400 })

  await visitor('GET /api/auth/password/forgot')
  await visitor('GET /api/auth/password/reset')
  await visitor('POST /api/auth/password/forgot', { body: { email: 'nobody@example.org' }, status: 204 })
  await visitor('POST /api/auth/password/forgot', { ...form({ email }), status: 200 })
  const resetToken = await findMailedToken('/api/auth/password/reset')
  await visitor('POST /api/auth/password/reset', { body: { token: 'none', password: PASSWORD }, status: 400 })
  await visitor('POST /api/auth/password/reset', { ...form({ token: 'none', password: PASSWORD }), status: 400 })
  await visitor('POST /api/auth/password/reset', { ...form({ token: resetToken, password: PASSWORD }), status: 200 })
  await waitUntil(
    () => call.send('GET /api/auth/user', { status: [200, 401] }),
    ({ status }) => status === 401,
  )
  await visitor('POST /api/auth/password/forgot', { body: { email }, status: 204 })
  const nextToken = await waitUntil(
    () => findMailedToken('/api/auth/password/reset'),
    (latestToken) => latestToken !== resetToken,
  )
  await visitor('POST /api/auth/password/reset', { body: { token: nextToken, password: PASSWORD }, status: 204 })

  const signIn = async () => {
    const client = createVisitor()
    await client('POST /api/auth/login', { body: { email, password: PASSWORD } })
    return client
  }
  const currentSession = await signIn()
  await signIn()
  const sessions = await currentSession<OwnSession[]>('GET /api/auth/sessions')
  const otherSessionId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
  await currentSession('DELETE /api/auth/sessions/{id}', { params: { id: otherSessionId }, status: 204 })
  await currentSession('DELETE /api/auth/sessions/{id}', { params: { id: otherSessionId }, status: 404 })
  await currentSession('POST /api/auth/password', {
    body: { currentPassword: PASSWORD, password: `${PASSWORD} again` },
  })
  await currentSession('POST /api/auth/password', {
    body: { currentPassword: PASSWORD, password: PASSWORD },
    status: 400,
  })

  await currentSession('PATCH /api/profile', { body: { firstName: 'Zoë', trackStatus: 'at_track', userType: 'team' } })
  await currentSession('PATCH /api/profile', { body: { username: 'fan1' }, status: 409 })
  await currentSession('PUT /api/profile/avatar', { body: { avatarConfig: { number: '97' } } })
  await currentSession('PUT /api/profile/theme', { body: { mode: 'dark' } })
  await currentSession('GET /api/profile/export')
  await currentSession('GET /api/users/search', { query: { q: 'fan' } })
  await currentSession('GET /api/users/at-track')
  await currentSession('GET /api/users/teams')

  const signedOutUser = await registerUser()
  await signedOutUser.call('GET /api/logout', { headers: { 'sec-fetch-site': 'cross-site' }, status: 200 })
  await signedOutUser.call('GET /api/logout', { headers: { 'sec-fetch-site': 'same-origin' }, status: 303 })
  await visitor('POST /api/logout', { status: 303 })
  const userWithSessions = await registerUser()
  await userWithSessions.call('POST /api/auth/logout-everywhere', { status: 204 })
  await admin('DELETE /api/profile', { body: { password: ADMINISTRATOR.password }, status: 409 })
  const deletedUser = await registerUser()
  await deletedUser.call('DELETE /api/profile', { body: { password: 'not the flag' }, status: 400 })
  await deletedUser.call('DELETE /api/profile', { body: { password: PASSWORD }, status: 204 })
}
