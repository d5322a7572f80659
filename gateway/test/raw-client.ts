import { connect } from 'node:net'

/** A client that writes raw bytes to the gateway, and records the replies. */
export type RawClient = {
  write(text: string): boolean
  received(): string
  isOpen(): boolean
  /** Resolves with everything received when the connection has ended. */
  ended: Promise<string>
  /** Reads nothing from now on. */
  stopReading(): void
  close(): void
}

export const rawClient = (url: string): RawClient => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (part) => {
    received += String(part)
  })
  socket.on('error', () => {})
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  return {
    write: (text) => !socket.destroyed && socket.write(text),
    received: () => received,
    isOpen: () => !socket.destroyed,
    ended,
    stopReading: () => socket.pause(),
    close: () => socket.destroy(),
  }
}
