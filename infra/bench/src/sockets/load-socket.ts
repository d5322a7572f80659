import { connect, type Socket } from 'node:net'
import { CLOSE_FRAME, clientFrame, PONG, ServerFrames } from './server-frames.ts'

export type Opening = {
  port: number
  path: string
  /** Sent after the handshake. */
  first: string[]
  /**
   * The beginning of the frame after which the socket counts as open.
   * Without it, the handshake is enough.
   */
  readyAt?: string
}

/**
 * One client of thousands.
 * Bytes go directly from the TCP socket to the reader, without a library: the socket of the tests (`packages/testing`),
 * which parses each frame, would measure itself.
 */
export class LoadSocket {
  onText: (payload: Buffer) => void
  readonly closed: Promise<void>
  #tcp: Socket

  constructor(tcp: Socket, onText: (payload: Buffer) => void) {
    this.#tcp = tcp
    this.onText = onText
    this.closed = new Promise((resolve) => tcp.once('close', () => resolve()))
  }

  write(frame: Buffer): void {
    this.#tcp.write(frame)
  }

  /** Closes as a browser does: sends a close frame; the server replies and ends the connection. */
  sendClose(): void {
    this.#tcp.write(CLOSE_FRAME)
  }

  end(): void {
    this.#tcp.destroy()
  }
}

const HANDSHAKE = (path: string, cookie: string | undefined): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
  `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
  `${cookie === undefined ? '' : `cookie: ${cookie}\r\n`}\r\n`

const TIMEOUT_MS = 60_000
/** All sockets are read one after another, so they share the buffer. */
const shared = Buffer.alloc(64 * 1024)
/** Socket.IO's own ping and pong. */
const ENGINE_PING = '2'
const ENGINE_PONG = clientFrame('3')

/**
 * Opens one WebSocket; `number` selects its loopback address, so that ports do not run out.
 * `onText` also receives frames that arrive before the socket counts as open.
 */
export const openLoadSocket = (
  opening: Opening,
  number: number,
  cookie: string | undefined,
  onText: (payload: Buffer) => void = () => {},
): Promise<LoadSocket> =>
  new Promise((resolve, reject) => {
    const reader = new ServerFrames()
    let head: string | undefined = ''
    let isReady = false
    const ready = (): void => {
      isReady = true
      clearTimeout(timeout)
      resolve(socket)
    }
    const text = (payload: Buffer): void => {
      if (payload.length === 1 && payload.toString() === ENGINE_PING) {
        socket.write(ENGINE_PONG)
        return
      }
      socket.onText(payload)
      if (isReady) return
      if (opening.readyAt !== undefined && payload.toString('latin1').includes(opening.readyAt)) ready()
    }
    const pong = (): void => socket.write(PONG)
    const replyToClose = (): void => socket.write(CLOSE_FRAME)
    const frames = (data: Buffer): void => reader.read(data, text, pong, replyToClose)
    const receive = (data: Buffer): void => {
      if (head === undefined) {
        frames(data)
        return
      }
      head += data.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const rest = Buffer.from(head.slice(end + 4), 'latin1')
      if (!head.startsWith('HTTP/1.1 101')) tcp.destroy(new Error(head))
      head = undefined
      for (const frame of opening.first) tcp.write(clientFrame(frame))
      if (opening.readyAt === undefined) ready()
      if (rest.length > 0) frames(rest)
    }
    const tcp = connect({
      port: opening.port,
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + (number % 16)}`,
      noDelay: true,
      onread: {
        buffer: shared,
        callback(length, buffer) {
          receive(Buffer.from(buffer.buffer, buffer.byteOffset, length))
          return true
        },
      },
    })
    const socket = new LoadSocket(tcp, onText)
    const timeout = setTimeout(() => tcp.destroy(new Error('A socket did not become ready')), TIMEOUT_MS)
    tcp.once('connect', () => tcp.write(HANDSHAKE(opening.path, cookie)))
    tcp.on('error', reject)
    tcp.once('close', () => reject(new Error('A socket was closed')))
  })
