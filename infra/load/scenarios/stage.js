import { fail, sleep } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'

// Setup of every scenario: an administrator, a weekend of its own, cars, and signed-in fans.

export const url = (__ENV.URL || 'http://localhost:8080').replace(/\/$/, '')
export const fanCount = Number(__ENV.VUS || 50)
export const seconds = Number(__ENV.DURATION || 30)
export const category = 'Repco Supercars Championship'
export const driverOf = (number) => `Load Driver ${number}`

// Refused tips and rate limits are expected; the checks of each scenario decide which replies are right.
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 399 }, 409, 429, 503))

/** Setup may wait for the registration limit; a scenario never runs longer than this. */
export const bounds = { setupTimeout: '15m', teardownTimeout: '2m' }

/** Threshold of the 99th percentile, in ms; `P99` in the environment replaces that of every scenario. */
export const within = (ms) => [`p(99)<${__ENV.P99 || ms}`]

/** Limit of docs/quality.md (H4) for accepted requests. */
export const soon = within(500)

/**
 * Builds request parameters of a signed-in user.
 * The empty jar keeps k6 from adding cookies of other users.
 */
export const as = (cookie, tags = {}, headers = {}) => {
  return {
    jar: new http.CookieJar(),
    headers: {
      Origin: __ENV.ORIGIN || url,
      'Content-Type': 'application/json',
      ...(cookie && { Cookie: cookie }),
      ...headers,
    },
    tags,
  }
}

const cookieOf = (reply) =>
  Object.entries(reply.cookies)
    .map(([name, [cookie]]) => `${name}=${cookie.value}`)
    .join('; ')

/** Reads as a user; `kind` names the call in the metrics, independent of ids in its path. */
export const read = (path, { cookie }, kind) => http.get(`${url}${path}`, as(cookie, { name: kind }))

export const post = (path, body, { cookie }, kind, headers = {}) =>
  http.post(`${url}${path}`, JSON.stringify(body), as(cookie, { name: kind }, headers))

/**
 * Under overload the product may reply 503 with `Retry-After`.
 * The thresholds check that it is fast enough.
 */
export const isBusy = ({ status, headers }) => status === 503 && Boolean(headers['Retry-After'])

/** Retries until the request is neither rate-limited nor unavailable; for setup only. */
const request = (method, path, body, cookie, allowed) => {
  for (let tries = 0; tries < 200; tries++) {
    const reply = http.request(method, `${url}${path}`, body === null ? null : JSON.stringify(body), as(cookie))
    if (allowed.includes(reply.status)) return reply
    if (reply.status === 0) fail(`${url} does not answer`)
    if (reply.status !== 429 && reply.status !== 503) fail(`${method} ${path}: ${reply.status} ${reply.body}`)
    sleep(Number(reply.headers['Retry-After'] || 1))
  }
  return fail(`${method} ${path}: rejected for too long`)
}

export const create = (cookie, path, body) => request('POST', path, body, cookie, [200, 201]).json()

/**
 * Creates a weekend with cars and fans, and one session of the main category per entry of `starts`.
 * An entry is a Date, or null for no time. There are `fanCount` fans, one per VU, and `others` more. The weekend is
 * never set live and is deleted by `strike`.
 */
export const setStage = (name, starts, { cars: carCount = 10, others = 0 } = {}) => {
  const run = `${Date.now().toString(36)}`
  const signIn = { email: __ENV.ADMIN_EMAIL, password: __ENV.ADMIN_PASSWORD }
  const admin = cookieOf(request('POST', '/api/auth/login', signIn, '', [200]))
  const today = new Date().toISOString().slice(0, 10)
  const weekend = create(admin, '/api/admin/weekends', {
    name: `Load: ${name} (${run})`,
    startDate: today,
    endDate: today,
  })
  const races = starts.map((start, i) =>
    create(admin, '/api/admin/races', {
      weekendId: weekend.id,
      name: `Race ${i + 1}`,
      category,
      sessionType: `race${Math.min(i + 1, 3)}`,
      status: 'upcoming',
      ...(start && { scheduledTime: start.toISOString() }),
    }),
  )
  const cars = Array.from({ length: carCount }, (_, i) =>
    create(admin, '/api/admin/cars', {
      raceId: races[0].id,
      number: i + 1,
      name: `Car ${i + 1}`,
      driver: driverOf(i + 1),
      team: 'Load',
      manufacturer: 'Ford',
    }),
  )
  const fans = Array.from({ length: fanCount + others }, (_, i) => {
    const person = {
      email: `load-${run}-${i}@load.example`,
      username: `load-${run}-${i}`,
      password: `another fast lap ${run} ${i}`,
    }
    const reply = request('POST', '/api/auth/register', person, '', [201])
    return { number: i, userId: reply.json('id'), cookie: cookieOf(reply) }
  })
  return { admin, weekendId: weekend.id, raceIds: races.map(({ id }) => id), carIds: cars.map(({ id }) => id), fans }
}

/** Returns the fan of this VU; no two VUs share one. */
export const fanOf = ({ fans }) => fans[(exec.vu.idInTest - 1) % fans.length]

/** Seconds over which the arrivals of fans are spread. */
const arrivals = Math.min(3, seconds / 3)

/** Delays a VU's first iteration until its fan arrives. */
export const arrive = () => {
  if (exec.vu.iterationInScenario === 0) sleep(Math.random() * arrivals)
}

/** Sets the start of a session; its tips close two minutes before it. */
export const setStart = ({ admin }, raceId, start) => {
  request('PATCH', `/api/admin/races/${raceId}`, { startTime: start.toISOString() }, admin, [200])
}

export const strike = ({ admin, weekendId }) => {
  request('DELETE', `/api/admin/weekends/${weekendId}?confirm=true`, null, admin, [200, 204, 404])
}

export const pick = (list) => list[Math.floor(Math.random() * list.length)]

/** Submits a tip in the open competition, or in a group. */
export const submitTip = ({ weekendId, carIds }, fan, kind, groupId = null) => {
  const where = groupId === null ? { tipSource: 'sector' } : { tipSource: 'group', groupId }
  return post('/api/tips', { weekendId, category, carId: pick(carIds), ...where }, fan, kind)
}

/** Publishes a result of all cars, the first three in random order, so that each is a correction. */
export const publishResult = (stage, raceId, kind) => {
  const [a, b, c, ...rest] = stage.carIds
  const front = [a, b, c].sort(() => Math.random() - 0.5)
  const classification = [...front, ...rest].map((carId, i) => ({ position: i + 1, carId, status: 'classified' }))
  const body = JSON.stringify({ status: 'provisional', classification })
  return http.put(`${url}/api/admin/races/${raceId}/results`, body, as(stage.admin, { name: kind }))
}
