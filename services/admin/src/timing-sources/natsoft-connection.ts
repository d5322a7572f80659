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

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Returns the host; rejects a private address, also when the name is resolved. */
const hostOf = (url: URL, allowPrivate: boolean) =>
  allowPrivate ? { host: withoutBrackets(url.hostname) } : publicHost(url.hostname)

const silenceFault = (ms: number) => new SourceFault(`No whole message came for ${Math.round(ms / 1_000)} s.`)

async function* messagesOverTcp(url: URL, { allowPrivate, signal, silenceMs }: Options): AsyncGenerator<MessageBatch> {
  const socket = connect({ ...hostOf(url, allowPrivate), port: Number(url.port), signal })
  let silenceTimer: NodeJS.Timeout | undefined
  // Counts whole messages: a source that trickles bytes is silent.
  const awaitMessage = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => socket.destroy(silenceFault(silenceMs)), silenceMs)
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
    clearTimeout(silenceTimer)
  }
}

async function* messagesOverWebSocket(
  url: URL,
  { allowPrivate, signal, silenceMs }: Options,
): AsyncGenerator<MessageBatch> {
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
  const silence = new AbortController()
  const terminate = () => socket.terminate()
  let silenceTimer: NodeJS.Timeout | undefined
  const awaitMessage = () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => silence.abort(), silenceMs)
  }
  socket.once('open', awaitMessage)
  const stopSignal = AbortSignal.any([signal, silence.signal])
  stopSignal.addEventListener('abort', terminate, { once: true })
  try {
    for await (const [data] of on(socket, 'message', {
      close: ['close'],
      signal: stopSignal,
      highWaterMark: MAX_WAITING,
      lowWaterMark: 1,
    })) {
      awaitMessage()
      yield { messages: [messageText(Buffer.isBuffer(data) ? data : Buffer.concat([data].flat()))], skipped: 0 }
    }
  } catch (error) {
    if (silence.signal.aborted) throw silenceFault(silenceMs)
    throw error
  } finally {
    clearTimeout(silenceTimer)
    stopSignal.removeEventListener('abort', terminate)
    socket.on('error', () => {}).terminate()
  }
}

/** Yields messages until the connection ends; rejects if it fails, or is silent for too long. */
export const natsoftMessages = (url: string, options: Options): AsyncGenerator<MessageBatch> => {
  const parsed = new URL(url)
  return parsed.protocol === 'tcp:' ? messagesOverTcp(parsed, options) : messagesOverWebSocket(parsed, options)
}
