import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { choosePort } from './port.ts'

describe('the port to listen on', () => {
  test('is the one asked for', async () => {
    expect(await choosePort(54_321, '127.0.0.1')).toBe(54_321)
  })

  test('is a real one where any will do, so that links can name it', async () => {
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
