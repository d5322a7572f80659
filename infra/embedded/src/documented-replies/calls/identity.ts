import type { OwnSession } from '@purple-sector/contracts/identity/http'
import { ADMINISTRATOR } from '../../../test/product-process.ts'
import { PASSWORD, type Scene } from '../scene.ts'

const form = (fields: Record<string, string>) => ({ form: new URLSearchParams(fields) })

/** Calls accounts, sessions, profiles and presence. */
export const identityCalls = async ({ admin, visitor, newcomer, anybody, until, mailed }: Scene): Promise<void> => {
  const { call, user } = await newcomer()
  const { email } = user
  await call('GET /api/auth/user')
  await visitor('GET /api/login')
  await anybody()('POST /api/auth/login', { body: { email, password: 'not the flag' }, status: 401 })
  await anybody()('POST /api/auth/login', { ...form({ email, password: 'not the flag' }), status: 401 })
  await anybody()('POST /api/auth/login', { ...form({ email, password: PASSWORD }), status: 303 })
  await anybody()('POST /api/auth/register', { ...form({ email, password: PASSWORD }), status: 409 })
  await anybody()('POST /api/auth/register', {
    ...form({ email: 'by-form@example.org', password: PASSWORD }),
    status: 303,
  })

  // Opens a mailed link in the session of its account and in another browser.
  const tokenMailed = async (path: string) => (await mailed(email, path)).searchParams.get('token') ?? ''
  await call('POST /api/auth/verify/send', { status: 204 })
  const token = await tokenMailed('/api/auth/verify')
  await anybody()('GET /api/auth/verify', { query: { token }, status: 200 })
  await call('GET /api/auth/verify', { query: { token }, status: 303 })
  await call('GET /api/auth/verify', { query: { token }, status: 400 })
  await call('GET /api/auth/verify', { query: { token }, headers: { accept: 'text/html' }, status: 400 })

  await visitor('GET /api/auth/password/forgot')
  await visitor('GET /api/auth/password/reset')
  await visitor('POST /api/auth/password/forgot', { body: { email: 'nobody@example.org' }, status: 204 })
  await visitor('POST /api/auth/password/forgot', { ...form({ email }), status: 200 })
  const resetting = await tokenMailed('/api/auth/password/reset')
  await visitor('POST /api/auth/password/reset', { body: { token: 'none', password: PASSWORD }, status: 400 })
  await visitor('POST /api/auth/password/reset', { ...form({ token: 'none', password: PASSWORD }), status: 400 })
  await visitor('POST /api/auth/password/reset', { ...form({ token: resetting, password: PASSWORD }), status: 200 })
  await until(
    () => call.send('GET /api/auth/user', { status: [200, 401] }),
    ({ status }) => status === 401,
  )
  await visitor('POST /api/auth/password/forgot', { body: { email }, status: 204 })
  const other = await until(
    () => tokenMailed('/api/auth/password/reset'),
    (found) => found !== resetting,
  )
  await visitor('POST /api/auth/password/reset', { body: { token: other, password: PASSWORD }, status: 204 })

  const signIn = async () => {
    const again = anybody()
    await again('POST /api/auth/login', { body: { email, password: PASSWORD } })
    return again
  }
  const here = await signIn()
  await signIn()
  const sessions = await here<OwnSession[]>('GET /api/auth/sessions')
  const elsewhere = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
  await here('DELETE /api/auth/sessions/{id}', { params: { id: elsewhere }, status: 204 })
  await here('DELETE /api/auth/sessions/{id}', { params: { id: elsewhere }, status: 404 })
  await here('POST /api/auth/password', { body: { currentPassword: PASSWORD, password: `${PASSWORD} again` } })
  await here('POST /api/auth/password', { body: { currentPassword: PASSWORD, password: PASSWORD }, status: 400 })

  await here('PATCH /api/profile', { body: { firstName: 'Zoë', trackStatus: 'at_track', userType: 'team' } })
  await here('PATCH /api/profile', { body: { username: 'fan1' }, status: 409 })
  await here('PUT /api/profile/avatar', { body: { avatarConfig: { number: '97' } } })
  await here('PUT /api/profile/theme', { body: { mode: 'dark' } })
  await here('GET /api/profile/export')
  await here('GET /api/users/search', { query: { q: 'fan' } })
  await here('GET /api/users/at-track')
  await here('GET /api/users/teams')

  const leaving = await newcomer()
  await leaving.call('GET /api/logout', { headers: { 'sec-fetch-site': 'cross-site' }, status: 200 })
  await leaving.call('GET /api/logout', { headers: { 'sec-fetch-site': 'same-origin' }, status: 303 })
  await visitor('POST /api/logout', { status: 303 })
  const everywhere = await newcomer()
  await everywhere.call('POST /api/auth/logout-everywhere', { status: 204 })
  await admin('DELETE /api/profile', { body: { password: ADMINISTRATOR.password }, status: 409 })
  const gone = await newcomer()
  await gone.call('DELETE /api/profile', { body: { password: 'not the flag' }, status: 400 })
  await gone.call('DELETE /api/profile', { body: { password: PASSWORD }, status: 204 })
}
