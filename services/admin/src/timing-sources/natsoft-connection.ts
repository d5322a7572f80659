import { on } from 'node:events'
import { connect } from 'node:net'
import { publicHost } from '@purple-sector/service-kit/public-agent'
import { WebSocket } from 'ws'
import { messageText, natsoftFrames } from '../timing-formats/natsoft-frames.ts'
import { SourceFault } from './timing-source.ts'

/** Messages that came together, and how often something between them was none. */
export type Arrived = { messages: readonly string[]; skipped: number }

type Options = { allowPrivate: boolean; signal: AbortSignal; silenceMs: number }

const CONNECT_MS = 10_000
const LONGEST_MESSAGE = 4_000_000

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Where it leads; an address that is not public is refused, also when it is resolved. */
const hostOf = (url: URL, allowPrivate: boolean) =>
  allowPrivate ? { host: bare(url.hostname) } : publicHost(url.hostname)

async function* overTcp(url: URL, { allowPrivate, signal, silenceMs }: Options): AsyncGenerator<Arrived> {
  const socket = connect({ ...hostOf(url, allowPrivate), port: Number(url.port), signal })
  const silence = (ms: number) => () => socket.destroy(new SourceFault(`Nothing came for ${Math.round(ms / 1_000)} s.`))
  socket.setTimeout(CONNECT_MS, silence(CONNECT_MS))
  socket.once('connect', () => {
    socket.removeAllListeners('timeout').setTimeout(silenceMs, silence(silenceMs))
    socket.setKeepAlive(true, 10_000)
  })
  const take = natsoftFrames()
  for await (const bytes of socket) yield take(bytes)
}

async function* overWebSocket(url: URL, { allowPrivate, signal, silenceMs }: Options): AsyncGenerator<Arrived> {
  const { lookup } = { lookup: undefined, ...hostOf(url, allowPrivate) }
  const socket = new WebSocket(url, {
    ...(lookup && { lookup }),
    handshakeTimeout: CONNECT_MS,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: false,
    followRedirects: false,
  })
  const failing = new AbortController()
  const end = () => socket.terminate()
  const silent = setTimeout(() => failing.abort(), CONNECT_MS + silenceMs)
  const stopped = AbortSignal.any([signal, failing.signal])
  stopped.addEventListener('abort', end, { once: true })
  try {
    for await (const [data] of on(socket, 'message', { close: ['close'], signal: stopped })) {
      silent.refresh()
      yield { messages: [messageText(Buffer.isBuffer(data) ? data : Buffer.concat([data].flat()))], skipped: 0 }
    }
  } catch (error) {
    if (failing.signal.aborted) throw new SourceFault(`Nothing came for ${Math.round(silenceMs / 1_000)} s.`)
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
