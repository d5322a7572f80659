/** What a metric is. Names end in the unit (`_seconds`, `_bytes`) and, of counters, in `_total`. */
export type Definition = {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  /** The processes that serve it. */
  processes: string
  /** Each label with the values it may have: all are bounded. */
  labels?: Readonly<Record<string, string>>
  /** Upper bounds of a histogram's buckets, in its unit. */
  buckets?: readonly number[]
}
