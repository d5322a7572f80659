export type { MetricName } from './catalogue.ts'
export { collectAtScrape, counter, gauge, histogram, metricsText } from './metrics.ts'
