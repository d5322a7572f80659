import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { documentedVerifier } from './documented-verifier.ts'

type WebhookRequest = { path: string; id: string; type: string; at: string; data: Record<string, unknown> }
type ReplyHandler = (response: ServerResponse) => unknown

/** A webhook receiver: records deliveries signed with its secret, and counts all requests. */
export const startWebhookReceiver = async () => {
  const isFromPurpleSector = await documentedVerifier()
  const deliveries: WebhookRequest[] = []
  const secrets = new Map<string, string>()
  const replyHandlers = new Map<string, ReplyHandler>()
  const requestPaths: string[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    requestPaths.push(path)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const handler = replyHandlers.get(path)
    if (handler) return handler(response)
    if (!isFromPurpleSector(secrets.get(path) ?? '', request.headers['x-purple-sector-signature'], body))
      return response.writeHead(401).end()
    deliveries.push({ path, ...JSON.parse(body) })
    return response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    urlOf: (path: string) => `http://127.0.0.1:${port}${path}`,
    setSecret: (path: string, secret: string) => void secrets.set(path, secret),
    /** Sets the reply for a path; without one it accepts what is signed. */
    setReply: (path: string, handler?: ReplyHandler) =>
      void (handler ? replyHandlers.set(path, handler) : replyHandlers.delete(path)),
    deliveriesAt: (path: string, type?: string) =>
      deliveries.filter((delivery) => delivery.path === path && (type === undefined || delivery.type === type)),
    requestsAt: (path: string) => requestPaths.filter((requestPath) => requestPath === path).length,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
