/** As OpenTelemetry's: `server` and `consumer` begin the work of a process, `client` and `producer` pass it on. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export type Attributes = Record<string, string | number | boolean>

export type SpanDescription = {
  /** Of few distinct values: a route, an event type; never an id. */
  name: string
  /** Default: `internal`. */
  kind?: SpanKind
  /** Ids and sizes, no personal data. Names are OpenTelemetry's where it has one. */
  attributes?: Attributes
  /**
   * How it is decided whether the span is recorded. `parent` (default): by `OTEL_TRACES_SAMPLER`, usually as its parent;
   * `edge`: the same, but the flag of a parent from outside does not count; `always`: it is recorded.
   */
  sampling?: 'parent' | 'edge' | 'always'
}

/** How a span ended. With an `error` it is recorded even if its trace is not sampled. */
export type SpanEnd = { error?: unknown; attributes?: Attributes }

/** A span in progress. */
export type Span = {
  /** W3C trace context of work inside the span. */
  readonly traceparent: string
  /** Runs work inside the span; it may be called several times. */
  run<T>(work: () => T): T
  end(outcome?: SpanEnd): void
}

/** Records spans. */
export type Recorder = {
  start(
    description: SpanDescription,
    parent: string | undefined,
  ): Pick<Span, 'traceparent' | 'end'> & {
    /** Runs work so that instrumentations find the span as their parent. */
    activate<T>(work: () => T): T
  }
  /** Runs work so that instrumentations find the span of a traceparent as their parent; none if it is not sampled. */
  activate<T>(traceparent: string, work: () => T): T
}
