import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A reply of the public interface; `path` is a route's pattern (`/api/tips/:id`) or the path of the request. */
export type RecordedReply = {
  method: string
  path: string
  status: number
  contentType: string | null
  /** The body; null if it is a stream, not text, or too long to be compared. */
  text: string | null
}

/** Maximum number of replies that a process records of a call and status. */
const MAX_SAMPLES = 20
const MAX_TEXT_LENGTH = 100_000

const isText = (contentType: string | null): boolean => /json|text|^$/.test(contentType ?? '')

const textOf = (payload: unknown, contentType: string | null): string | null => {
  if (payload === undefined || payload === null) return ''
  if (!isText(contentType)) return null
  const text = Buffer.isBuffer(payload) ? payload.toString('utf8') : payload
  return typeof text === 'string' && text.length <= MAX_TEXT_LENGTH ? text : null
}

const recordingProcesses = globalThis as { isRecordingReplies?: boolean }

/**
 * Records the replies of the public interface from here on, as lines of JSON in a file of this process in `folder`: those
 * of every Fastify application made later, and those that this process gets by `fetch`. `isWanted` says whether the
 * present reply is to be recorded. Does nothing the second time. `infra/embedded/src/documented-replies` compares them
 * with the OpenAPI document when a run ends.
 */
export const recordReplies = (folder: string, isWanted: () => boolean): void => {
  if (recordingProcesses.isRecordingReplies) return
  recordingProcesses.isRecordingReplies = true
  const file = join(folder, `${process.pid}.jsonl`)
  const samples = new Map<string, number>()

  const isSampled = (key: string): boolean => {
    const count = samples.get(key) ?? 0
    samples.set(key, count + 1)
    return count < MAX_SAMPLES
  }
  const record = (reply: RecordedReply): void => appendFileSync(file, `${JSON.stringify(reply)}\n`)

  const recordSent = (request: FastifyRequest, reply: FastifyReply, payload: unknown): void => {
    const { url = '', method } = request.routeOptions
    const isPublic = url.startsWith('/api/') && !url.includes('*') && method !== 'HEAD'
    if (!isPublic || !isWanted() || !isSampled(`${request.method} ${url} ${reply.statusCode}`)) return
    const contentType = String(reply.getHeader('content-type') ?? '') || null
    const { statusCode: status } = reply
    // Fastify drops the payload of these.
    const text = status === 204 || status === 304 ? '' : textOf(payload, contentType)
    record({ method: request.method, path: url, status, contentType, text })
  }
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onSend', (request, reply, payload, done) => {
      recordSent(request, reply, payload)
      done(null, payload)
    })
  })

  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const reply = await fetch(input, init)
    const { pathname: path } = new URL(reply.url || String(input instanceof Request ? input.url : input))
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    const isPublic = path.startsWith('/api/') && !reply.redirected && method !== 'HEAD'
    const pattern = path.replaceAll(/\d+/g, '0')
    if (!isPublic || !isWanted() || !isSampled(`fetch ${method} ${pattern} ${reply.status}`)) return reply
    const contentType = reply.headers.get('content-type')
    const isShort = Number(reply.headers.get('content-length') ?? 0) <= MAX_TEXT_LENGTH
    // A body that never ends must not keep the test from its reply.
    void (isText(contentType) && isShort ? reply.clone().text() : Promise.resolve(null)).then(
      (text) => record({ method, path, status: reply.status, contentType, text }),
      () => {},
    )
    return reply
  }
}
