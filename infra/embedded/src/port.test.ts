import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { choosePort } from './port.ts'

describe('choosePort', () => {
  test('returns the requested port', async () => {
    expect(await choosePort(54_321, '127.0.0.1')).toBe(54_321)
  })

  test('returns a real port for 0, so that links can contain it', async () => {
    const port = await choosePort(0, '127.0.0.1')
    expect(port).toBeGreaterThan(0)
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    server.close()
  })
})
