import { metricsText } from '@purple-sector/metrics'

/** Returns the value of a metric with its labels, as in `gateway_sockets` or `tips_refused_total{code="TIPS_CLOSED"}`. */
export const measuredValue = async (metric: string): Promise<number | undefined> => {
  const { text } = await metricsText()
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length + 1))
}
