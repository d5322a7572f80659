import { on } from 'node:events'
import { connect } from 'node:net'
import { publicHost } from '@purple-sector/service-kit/calls/public-agent'
import { MAX_MESSAGE_BYTES, MAX_PARTS } from '@purple-sector/service-kit/data/parsing-limits'
import { WebSocket } from 'ws'
import { messageText, natsoftFrames } from '../timing-formats/natsoft-frames.ts'
import { SourceFault } from './timing-source.ts'

/** Messages that arrived together, and how often bytes between them were skipped. */
export type MessageBatch = { messages: readonly string[]; skipped: number }

type Options = { allowPrivate: boolean; signal: AbortSignal; silenceMs: number }

const CONNECT_MS = 10_000
/** Messages that may wait; the connection is not read until some are processed. */
const MAX_WAITING = 20

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Returns the host; refuses a private address, also when the name is resolved. */
const hostOf = (url: URL, allowPrivate: boolean) =>
  allowPrivate ? { host: bare(url.hostname) } : publicHost(url.hostname)

const silentFor = (ms: number) => new SourceFault(`No whole message came for ${Math.round(ms / 1_000)} s.`)

async function* overTcp(url: URL, { allowPrivate, signal, silenceMs }: Options): AsyncGenerator<MessageBatch> {
  const socket = connect({ ...hostOf(url, allowPrivate), port: Number(url.port), signal })
  let silent: NodeJS.Timeout | undefined
  // Counts whole messages: a source that trickles bytes is silent.
  const awaitMessage = () => {
    clearTimeout(silent)
    silent = setTimeout(() => socket.destroy(silentFor(silenceMs)), silenceMs)
  }
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new SourceFault('There was no answer in time.')))
  socket.once('connect', () => {
    socket.setTimeout(0)
    socket.setKeepAlive(true, 10_000)
    awaitMessage()
  })
  const readFrames = natsoftFrames()
  try {
    for await (const bytes of socket) {
      const batch = readFrames(bytes)
      if (batch.messages.length > 0) awaitMessage()
      yield batch
    }
  } finally {
    clearTimeout(silent)
  }
}

async function* overWebSocket(url: URL, { allowPrivate, signal, silenceMs }: Options): AsyncGenerator<MessageBatch> {
  const { lookup } = { lookup: undefined, ...hostOf(url, allowPrivate) }
  const socket = new WebSocket(url, {
    ...(lookup && { lookup }),
    handshakeTimeout: CONNECT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_PARTS,
    perMessageDeflate: false,
    // Text may be Windows-1252, or scrambled: it is decoded as over TCP.
    skipUTF8Validation: true,
    followRedirects: false,
  })
  const failing = new AbortController()
  const end = () => socket.terminate()
  let silent: NodeJS.Timeout | undefined
  const awaitMessage = () => {
    clearTimeout(silent)
    silent = setTimeout(() => failing.abort(), silenceMs)
  }
  socket.once('open', awaitMessage)
  const stopped = AbortSignal.any([signal, failing.signal])
  stopped.addEventListener('abort', end, { once: true })
  try {
    for await (const [data] of on(socket, 'message', {
      close: ['close'],
      signal: stopped,
      highWaterMark: MAX_WAITING,
      lowWaterMark: 1,
    })) {
      awaitMessage()
      yield { messages: [messageText(Buffer.isBuffer(data) ? data : Buffer.concat([data].flat()))], skipped: 0 }
    }
  } catch (error) {
    if (failing.signal.aborted) throw silentFor(silenceMs)
    throw error
  } finally {
    clearTimeout(silent)
    stopped.removeEventListener('abort', end)
    socket.on('error', () => {}).terminate()
  }
}

/** Yields messages until the connection ends; rejects where it fails, or is silent for too long. */
export const natsoftMessages = (url: string, options: Options): AsyncGenerator<MessageBatch> => {
  const parsed = new URL(url)
  return parsed.protocol === 'tcp:' ? overTcp(parsed, options) : overWebSocket(parsed, options)
}
