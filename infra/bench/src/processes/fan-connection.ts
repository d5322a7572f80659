import { connect, type Socket } from 'node:net'
import type { LoadRequest } from './http-load.ts'

export type FanReply = {
  /** 0 when there was no reply. */
  status: number
  /** Whether the reply has `Retry-After`. */
  hasRetryAfter: boolean
}

export type FanConnection = {
  /** Sends a request; one at a time. */
  send(request: string, onReply: (reply: FanReply) => void): void
  close(): void
}

/** Serializes a request once, as it is sent. */
export const serializeRequest = ({ method, path, headers, body = '' }: LoadRequest, { host }: URL): string => {
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** Parses the reply at the start of the buffer; undefined while it is incomplete. */
const parseReply = (text: string): FanReply | undefined => {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = text.slice(0, end).toLowerCase()
  const length = /\r\ncontent-length: (\d+)/.exec(head)
  if (!length) throw new Error(`a reply of unknown length: ${head}`)
  if (text.length < end + 4 + Number(length[1])) return undefined
  return { status: Number(head.slice(9, 12)), hasRetryAfter: head.includes('\r\nretry-after: ') }
}

/**
 * Opens a keep-alive connection of one fan.
 * It implements only the HTTP that the load needs: a request by Node's client costs as much CPU as a rejection, and the
 * load generator shares the machine with the measured product.
 */
export const connectFan = async ({ hostname, port }: URL): Promise<FanConnection> => {
  let pendingReply: ((reply: FanReply) => void) | undefined
  let received = ''
  const finishReply = (parsed: FanReply): void => {
    const listener = pendingReply
    pendingReply = undefined
    received = ''
    listener?.(parsed)
  }
  const openConnection = (): Socket => {
    const connection = connect({ host: hostname, port: Number(port), noDelay: true })
    connection.setEncoding('latin1')
    connection.on('data', (chunk: string) => {
      received += chunk
      const reply = parseReply(received)
      if (reply) finishReply(reply)
    })
    connection.on('error', () => connection.destroy())
    connection.on('close', () => finishReply({ status: 0, hasRetryAfter: false }))
    return connection
  }
  let socket = openConnection()
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  return {
    send(request, onReply) {
      if (socket.destroyed) socket = openConnection()
      pendingReply = onReply
      socket.write(request)
    },
    close: () => socket.destroy(),
  }
}
