import { randomUUID } from 'node:crypto'
import { silentLogger } from '@purple-sector/service-kit'
import { observeRequest } from '@purple-sector/service-kit/metrics'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serve, watch } from './serve.ts'

export type Page = { path: string; body: string; headers: Record<string, string> }

const loggerInstance: FastifyBaseLogger = silentLogger()
const app = Fastify({
  loggerInstance,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
})

const pages = new Map<string, { body: Buffer; headers: [string, string][]; etag: string | undefined }>()

app.addHook('onResponse', (request, reply, done) => {
  observeRequest('bare', request.method, 'page', reply.statusCode, reply.elapsedTime / 1000)
  done()
})

app.get('/*', async (request, reply) => {
  const page = pages.get(request.url)
  if (page === undefined) return reply.code(404).send()
  reply.header('x-request-id', request.id)
  for (const [name, value] of page.headers) reply.header(name, value)
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  return reply.send(page.body)
})

/** Fastify with the gateway's settings, hooks and headers, answering ready bytes. */
export const commands = {
  async start(): Promise<string> {
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
  async keep({ path, body, headers }: Page): Promise<void> {
    pages.set(path, { body: Buffer.from(body), headers: Object.entries(headers), etag: headers.etag })
  },
  watch,
}

serve(commands, async () => app.close())
