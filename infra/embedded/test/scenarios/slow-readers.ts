import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ProductProcess } from '../product-process.ts'

const CONNECTIONS = 20
const REQUESTS = 400
/** Document whose replies, for all requests together, are 640 MB. */
const LARGE = '/api/docs/json'
const MEGABYTES = 1024 * 1024
const MAX_GROWTH = 200 * MEGABYTES

let product: ProductProcess

/** Sends requests without reading any reply. */
const requestWithoutReading = (): Socket => {
  const { hostname, port, host } = new URL(product.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  socket.write(`GET ${LARGE} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(REQUESTS))
  return socket
}

export const slowReaders = (getProduct: () => ProductProcess): void => {
  describe('replies that the client does not read', () => {
    beforeAll(() => {
      product = getProduct()
    })

    test('hundreds of unread replies are not stored in memory', async () => {
      await (await fetch(`${product.url}${LARGE}`)).arrayBuffer()
      const before = await product.residentBytes()
      const sockets = Array.from({ length: CONNECTIONS }, requestWithoutReading)
      await vi.waitFor(
        () => {
          // A socket that is not read notices only on a write that the other side has closed.
          for (const socket of sockets) if (!socket.destroyed) socket.write('\r\n')
          expect(sockets.filter((socket) => !socket.destroyed).length).toBe(0)
        },
        { timeout: 120_000, interval: 100 },
      )
      expect((await product.residentBytes()) - before).toBeLessThan(MAX_GROWTH)
    }, 180_000)
  })
}
