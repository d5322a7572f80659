import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

let collectsDefaults = false

const name = 'http_request_duration_seconds'
const registered = register.getSingleMetric(name)
// Migrations may load this module a second time in one process (in tests): both share the one histogram.
const requests =
  registered instanceof Histogram
    ? registered
    : new Histogram({
        name,
        help: 'Time from the request to the end of its reply',
        labelNames: ['service', 'method', 'route', 'status'],
        buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      })

/**
 * Caches the labelled children of the histogram, which saves sorting and hashing its labels at every request. Routes
 * are few.
 */
const histograms = new Map<string, ReturnType<typeof requests.labels>>()

/** Records the duration of one request of a service, in seconds. */
export const observeRequest = (
  service: string,
  method: string,
  route: string,
  status: number,
  seconds: number,
): void => {
  const key = `${service} ${method} ${status} ${route}`
  let histogram = histograms.get(key)
  if (!histogram) {
    histogram = requests.labels({ service, method, route, status: String(status) })
    histograms.set(key, histogram)
  }
  histogram.observe(seconds)
}

/** Creates a gauge by its Prometheus name, or reuses it; returns its setter. */
export const gauge = (name: string, help: string): ((value: number) => void) => {
  const registered = register.getSingleMetric(name)
  const gauge = registered instanceof Gauge ? registered : new Gauge({ name, help })
  return (value) => gauge.set(value)
}

/** Returns all metrics of this process in the Prometheus text format. */
export const metricsText = async (): Promise<{ contentType: string; text: string }> => {
  if (!collectsDefaults) {
    collectsDefaults = true
    collectDefaultMetrics()
  }
  return { contentType: register.contentType, text: await register.metrics() }
}
