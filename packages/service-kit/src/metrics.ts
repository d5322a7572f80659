import { histogram } from '@purple-sector/metrics'

const requests = histogram('http_request_duration_seconds')

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
  let child = histograms.get(key)
  if (!child) {
    child = requests.labels({ service, method, route, status: String(status) })
    histograms.set(key, child)
  }
  child.observe(seconds)
}
