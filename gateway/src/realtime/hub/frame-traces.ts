import { currentTraceparent, inSpan, inTraceOf, isSampled, isTracing, traceIdOf } from '@purple-sector/telemetry/trace'

export type FrameTraces = {
  /** Notes that the current work, if its trace is sampled, is a cause of the next frame. */
  note(): void
  /** Sends a frame of noted changes, as a span in the trace of each of their causes. */
  send(work: () => void): void
  /** Sends a frame of the current work alone, as a span of its trace. */
  sendNow(work: () => void): void
}

/** While tracing is off: nothing is noted. */
const untraced: FrameTraces = { note() {}, send: (work) => work(), sendNow: (work) => work() }

/**
 * Records the sending of a channel's frames. A frame has the changes of several events, so it may belong to several
 * traces; the newest event of each is its parent.
 */
export const createFrameTraces = (channel: string, clients: () => number): FrameTraces => {
  if (!isTracing()) return untraced
  /** The newest event of each trace, by trace id. */
  const causes = new Map<string, string>()
  const describe = () =>
    ({ name: 'send frame', kind: 'producer', attributes: { service: 'gateway', channel, clients: clients() } }) as const
  return {
    note() {
      const traceparent = currentTraceparent()
      if (isSampled(traceparent)) causes.set(traceIdOf(traceparent) ?? '', traceparent)
    },
    send(work) {
      const traceparents = [...causes.values()]
      causes.clear()
      const sendInTraces = traceparents.reduce<() => void>(
        (send, traceparent) => () => inTraceOf({ traceparent }, send, describe()),
        work,
      )
      sendInTraces()
    },
    sendNow: (work) => inSpan(describe(), work),
  }
}
