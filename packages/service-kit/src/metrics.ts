import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

let collecting = false

const name = 'http_request_duration_seconds'
const known = register.getSingleMetric(name)
// Migrations may load this module a second time in one process (tests do): both count in the one histogram.
const requests =
  known instanceof Histogram
    ? known
    : new Histogram({
        name,
        help: 'Time from the request to the end of its reply',
        labelNames: ['service', 'method', 'route', 'status'],
        buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      })

/** One line of the histogram, found without sorting and hashing its labels at every request. Routes are few. */
const lines = new Map<string, ReturnType<typeof requests.labels>>()

/** Counts one request of a service, in seconds. */
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

/** A figure that goes up and down, by its name in the Prometheus text format; answers how to set it. */
export const gauge = (name: string, help: string): ((value: number) => void) => {
  const known = register.getSingleMetric(name)
  const made = known instanceof Gauge ? known : new Gauge({ name, help })
  return (value) => made.set(value)
}

/** Everything this process counts, in the Prometheus text format. */
export const metricsText = async (): Promise<{ contentType: string; text: string }> => {
  if (!collecting) {
    collecting = true
    collectDefaultMetrics()
  }
  return { contentType: register.contentType, text: await register.metrics() }
}
