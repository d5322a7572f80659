import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isPublicAddress, namesPrivateAddress, publicAgent } from './public-agent.ts'

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '2a00:1450:4001:81b::200a', '::ffff:8.8.8.8', '172.32.0.1'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '::1'],
    ...[
      '::',
      'fd00::1',
      'fe80::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::7f00:1',
      '::ffff:0:7f00:1',
      '64:ff9b::a00:1',
      '2002:7f00:1::',
      'localhost',
    ],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
  test('detects a literal private address in every spelling', () => {
    for (const url of [
      'http://0x7f.1/',
      'https://[::ffff:127.0.0.1]/',
      'https://2130706433/',
      'https://app.localhost/',
    ])
      expect([url, namesPrivateAddress(url)]).toEqual([url, true])
    expect(namesPrivateAddress('https://updates.push.services.mozilla.com/wpush/v2/abc')).toBe(false)
  })
})

test('rejects requests to this machine by address or by name', async () => {
  let visits = 0
  const server = createServer((_request, response) => {
    visits++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const dispatcher = publicAgent({ timeoutMs: 5_000 })
  onTestFinished(async () => {
    await dispatcher.close()
    server.close()
  })
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])
    await expect(request(`http://${host}:${port}/`, { dispatcher })).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' })
  expect(visits).toBe(0)
})
