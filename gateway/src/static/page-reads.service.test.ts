import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayClient } from '../../test/gateway-client.ts'
import { type SignedIn, signIn } from '../../test/stub-services.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'
import { MAX_READS_PER_ACCOUNT } from './page-reads.ts'

const SLOW = '/api/tips/1'

let gateway: TestGateway
let answer: () => void
beforeAll(async () => {
  gateway = await startTestGateway({ config: { prefetchTimeoutMs: 200 } })
  await writeFile(join(gateway.webDirectory, 'index.html'), '<html><body><div id="root"></div></body></html>')
  const pageManifest = { pattern: '/', scripts: [], styles: [], reads: [SLOW] }
  await writeFile(join(gateway.webDirectory, 'route-manifest.json'), JSON.stringify([pageManifest]))
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  gateway.state.before = (_service, url) => (url === SLOW ? answered : undefined)
})
afterAll(() => {
  answer()
  return gateway.close()
})

const { call } = gatewayClient(() => gateway.url)
/** Opens the page; returns the paths of its prefetched replies. */
const open = async (as: SignedIn): Promise<string[]> => {
  const reply = await call('/', { as, headers: { accept: 'text/html' } })
  expect(reply.status).toBe(200)
  return [...(await reply.text()).matchAll(/data-query="{&quot;path&quot;:&quot;([^&]*)/g)].map(([, path = '']) => path)
}
const requests = () => gateway.state.requests.filter((line) => line.endsWith(SLOW)).length

test('pages of one account do not pile up reads that services do not answer', async () => {
  const [hostile, fan] = [signIn(gateway.state), signIn(gateway.state)]
  const PAGES = 3 * MAX_READS_PER_ACCOUNT
  for (let opened = 0; opened < PAGES; opened += 10) await Promise.all(Array.from({ length: 10 }, () => open(hostile)))
  expect(await open(hostile)).toEqual([])
  expect(await open(fan)).toEqual(['/api/auth/user'])
  answer()
  let openedAfter = 0
  const openAgain = () => {
    openedAfter += 1
    return open(hostile)
  }
  await expect.poll(openAgain).toEqual(['/api/auth/user'])
  // One read for each page opened afterwards, and one of the fan.
  expect(requests()).toBeLessThanOrEqual(MAX_READS_PER_ACCOUNT + 1 + openedAfter)
})
