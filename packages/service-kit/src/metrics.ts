import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

let collecting = false

const name = 'http_request_duration_seconds'
const known = register.getSingleMetric(name)
// Migrations may load this module a second time in one process (in tests): both share the one histogram.
const requests =
  known instanceof Histogram
    ? known
    : new Histogram({
        name,
        help: 'Time from the request to the end of its reply',
        labelNames: ['service', 'method', 'route', 'status'],
        buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      })

/** Caches a labelled histogram child, which saves sorting and hashing its labels at every request. Routes are few. */
const lines = new Map<string, ReturnType<typeof requests.labels>>()

/** Records the duration of one request of a service, in seconds. */
export const observeRequest = (
  service: string,
  method: string,
  route: string,
  status: number,
  seconds: number,
): void => {
  const name = `${service} ${method} ${status} ${route}`
  let line = lines.get(name)
  if (!line) {
    line = requests.labels({ service, method, route, status: String(status) })
    lines.set(name, line)
  }
  line.observe(seconds)
}

/** Creates a gauge by its Prometheus name, or reuses it; returns its setter. */
export const gauge = (name: string, help: string): ((value: number) => void) => {
  const known = register.getSingleMetric(name)
  const made = known instanceof Gauge ? known : new Gauge({ name, help })
  return (value) => made.set(value)
}

/** Returns all metrics of this process in the Prometheus text format. */
export const metricsText = async (): Promise<{ contentType: string; text: string }> => {
  if (!collecting) {
    collecting = true
    collectDefaultMetrics()
  }
  return { contentType: register.contentType, text: await register.metrics() }
}
