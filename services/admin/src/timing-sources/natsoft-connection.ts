import { on } from 'node:events'
import { connect } from 'node:net'
import { publicHost } from '@purple-sector/service-kit/calls/public-agent'
import { MAX_MESSAGE_BYTES, MAX_PARTS } from '@purple-sector/service-kit/data/reading-limits'
import { WebSocket } from 'ws'
import { messageText, natsoftFrames } from '../timing-formats/natsoft-frames.ts'
import { SourceFault } from './timing-source.ts'

/** Messages that came together, and how often something between them was none. */
export type Arrived = { messages: readonly string[]; skipped: number }

type Options = { allowPrivate: boolean; signal: AbortSignal; silenceMs: number }

const CONNECT_MS = 10_000
/** Messages that wait to be read; beyond it the connection is not read until some are. */
const MAX_WAITING = 20

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Where it leads; an address that is not public is refused, also when it is resolved. */
const hostOf = (url: URL, allowPrivate: boolean) =>
  allowPrivate ? { host: bare(url.hostname) } : publicHost(url.hostname)

const silentFor = (ms: number) => new SourceFault(`No whole message came for ${Math.round(ms / 1_000)} s.`)

async function* overTcp(url: URL, { allowPrivate, signal, silenceMs }: Options): AsyncGenerator<Arrived> {
  const socket = connect({ ...hostOf(url, allowPrivate), port: Number(url.port), signal })
  let silent: NodeJS.Timeout | undefined
  // By whole messages: a source that trickles bytes says nothing.
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
  const take = natsoftFrames()
  try {
    for await (const bytes of socket) {
      const arrived = take(bytes)
      if (arrived.messages.length > 0) awaitMessage()
      yield arrived
    }
  } finally {
    clearTimeout(silent)
  }
}

async function* overWebSocket(url: URL, { allowPrivate, signal, silenceMs }: Options): AsyncGenerator<Arrived> {
  const { lookup } = { lookup: undefined, ...hostOf(url, allowPrivate) }
  const socket = new WebSocket(url, {
    ...(lookup && { lookup }),
    handshakeTimeout: CONNECT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    maxFragments: MAX_PARTS,
    perMessageDeflate: false,
    // Text may be Windows-1252, or scrambled: that is judged as of TCP.
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

/** What comes from an address, until the connection ends; rejects where it breaks, was never made, or is silent. */
export const natsoftMessages = (url: string, options: Options): AsyncGenerator<Arrived> => {
  const parsed = new URL(url)
  return parsed.protocol === 'tcp:' ? overTcp(parsed, options) : overWebSocket(parsed, options)
}
