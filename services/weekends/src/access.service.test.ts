import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../test/create-test-weekends.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())

/** Every public call of the service. */
const everyCall = Object.values(weekendsRoutes).map(({ method, path }) => ({
  method,
  url: path.replaceAll(/:\w+/g, '1'),
}))

describe('access rules', () => {
  test('lets visitors call only the open data', async () => {
    const open = everyCall.filter(({ url }) => url.startsWith('/api/open/'))
    expect(open.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/open/weekends',
      'GET /api/open/weekends/1/sessions.ics',
      'GET /api/open/seasons/1/calendar.ics',
    ])
    for (const { method, url } of open) expect((await service.visitor(method, url)).status, url).not.toBe(401)
    for (const { method, url } of everyCall.filter((call) => !open.includes(call)))
      expect(await service.visitor(method, url), `${method} ${url}`).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED', message: 'Unauthorized' },
      })
  })
  test('rejects fans from every admin call, whatever they send', async () => {
    for (const { method, url } of everyCall.filter((call) => call.url.startsWith('/api/admin')))
      expect(
        await service.fan(method, url, method === 'GET' || method === 'DELETE' ? undefined : { any: 'thing' }),
        `${method} ${url}`,
      ).toMatchObject({
        status: 403,
        body: { code: 'ADMIN_ONLY' },
      })
  })
  test('rejects unsigned internal calls, also from administrators', async () => {
    for (const url of ['/internal/weekends', '/internal/weekends/1/state', '/internal/races/1'])
      expect(await service.admin('GET', url)).toMatchObject({ status: 401 })
  })
  test('rejects a body that is no object, or no JSON, with 400', async () => {
    expect(await service.admin('POST', '/api/admin/weekends', [])).toMatchObject({ status: 400 })
    const broken = await service.service.app.inject({
      method: 'POST',
      url: '/api/admin/weekends',
      headers: {
        ...(await service.identityOf({
          ...service.chief,
          isAdmin: true,
          sessionId: 's',
          firstName: null,
          lastName: null,
        })),
        'content-type': 'application/json',
      },
      payload: '{"name": ',
    })
    expect(broken.statusCode).toBe(400)
    expect(broken.json()).toMatchObject({ issues: [{ path: 'body' }] })
  })
})
