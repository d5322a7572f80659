import type { ServerFrame } from '@purple-sector/contracts/realtime'

/** Fake of the browser's end of `/ws`; a test plays the gateway. */
export class FakeSocket {
  static readonly OPEN = 1
  /** The socket that the app opened last. */
  static latest: FakeSocket
  readyState = 0
  sent: unknown[] = []
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    FakeSocket.latest = this
  }
  send(text: string) {
    const frame = JSON.parse(text)
    this.sent.push(frame)
    if (frame.type === 'ping') this.receive({ type: 'pong', data: { serverTime: new Date().toISOString() } })
  }
  close() {}
  /** Opens the socket, subscribed to weekend 1, in which nothing has changed for `unchangedForMs`. */
  open(unchangedForMs = 0) {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
    this.receive({ type: 'subscribed', data: { weekendId: 1, groupIds: [], unchangedForMs } })
  }
  receive(frame: Pick<ServerFrame, 'type' | 'data'>) {
    this.onmessage?.({ data: JSON.stringify({ ...frame, epoch: 'e' }) })
  }
}
