import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Stand-in for a source of newline-delimited JSON: a growing text with an ETag. */
export const startNdjsonServer = async () => {
  let text = ''
  let asked = 0
  let unchanged = 0
  let answer: ((response: ServerResponse) => unknown) | undefined
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    asked += 1
    if (answer) {
      answer(response)
      return
    }
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`
    const isSame = request.headers['if-none-match'] === etag
    if (isSame) unchanged += 1
    response.writeHead(isSame ? 304 : 200, { etag, 'content-type': 'application/x-ndjson' })
    response.end(isSame ? undefined : text)
  }).on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)

  const die = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server.close(), 'close')
    for (const socket of sockets) socket.destroy()
    await closed
  }

  return {
    url: `http://127.0.0.1:${port}/timing.ndjson`,
    /** Appends a line. */
    append(snapshot: object): void {
      text += `${JSON.stringify(snapshot)}\n`
    },
    /** Replaces the whole text. */
    becomes(next: string): void {
      text = next
    },
    /** Overrides its replies from now on; without an argument it answers normally. */
    answers(next?: typeof answer): void {
      answer = next
    },
    asked: () => asked,
    /** The number of replies without a change. */
    unchanged: () => unchanged,
    die,
    comeBack: async (): Promise<void> => void (server.listening || (await listen(port))),
    close: die,
  }
}
