import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ProductProcess } from '../product-process.ts'

const CONNECTIONS = 20
const REQUESTS = 400
/** All of these replies together are 640 MB. */
const LARGE = '/api/docs/json'
const MEGABYTES = 1024 * 1024
const MAY_GROW = 200 * MEGABYTES

let product: ProductProcess

/** Asks and asks, and reads nothing of what comes back. */
const askWithoutReading = (): Socket => {
  const { hostname, port, host } = new URL(product.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET ${LARGE} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(REQUESTS))
  return socket
}

export const unreadReplies = (running: () => ProductProcess): void => {
  describe('replies that nobody reads', () => {
    beforeAll(() => {
      product = running()
    })

    test('replies by the hundred that nobody reads are not kept', async () => {
      await (await fetch(`${product.url}${LARGE}`)).arrayBuffer()
      const before = await product.residentBytes()
      const sockets = Array.from({ length: CONNECTIONS }, askWithoutReading)
      await vi.waitFor(
        () => {
          // Who does not read hears by writing that the other side is gone.
          for (const socket of sockets) if (!socket.destroyed) socket.write('\r\n')
          expect(sockets.filter((socket) => !socket.destroyed).length).toBe(0)
        },
        { timeout: 120_000, interval: 100 },
      )
      expect((await product.residentBytes()) - before).toBeLessThan(MAY_GROW)
    }, 180_000)
  })
}
