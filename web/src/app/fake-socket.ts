import type { ServerFrame } from '@purple-sector/contracts/realtime'

/** Fake of the browser's end of `/ws`; a test plays the gateway. */
export class FakeSocket {
  static readonly OPEN = 1
  /** The socket that the app opened last. */
  static newest: FakeSocket
  readyState = 0
  sent: unknown[] = []
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    FakeSocket.newest = this
  }
  send(text: string) {
    const frame = JSON.parse(text)
    this.sent.push(frame)
    if (frame.type === 'ping') this.says({ type: 'pong', data: { serverTime: new Date().toISOString() } })
  }
  close() {}
  /** Opens the socket, subscribed to weekend 1, in which nothing has changed for `unchangedForMs`. */
  opens(unchangedForMs = 0) {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
    this.says({ type: 'subscribed', data: { weekendId: 1, groupIds: [], unchangedForMs } })
  }
  says(frame: Pick<ServerFrame, 'type' | 'data'>) {
    this.onmessage?.({ data: JSON.stringify({ ...frame, epoch: 'e' }) })
  }
}
