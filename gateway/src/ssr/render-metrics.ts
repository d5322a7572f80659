import { Counter, Histogram, register } from 'prom-client'

/**
 * Outcome of a page that might be server-rendered: `drawn`; `none` where the app renders none; `late` after the
 * timeout; `rush` where too many came at once; `away` while there is no worker; `failed`.
 */
export type RenderOutcome = 'drawn' | 'none' | 'late' | 'rush' | 'away' | 'failed'

const COUNTER = 'gateway_ssr_renders_total'
const knownCounter = register.getSingleMetric(COUNTER)
const pages =
  knownCounter instanceof Counter
    ? knownCounter
    : new Counter({
        name: COUNTER,
        help: 'Pages of fans that might come drawn, by what became of it',
        labelNames: ['outcome'],
      })

const HISTOGRAM = 'gateway_page_drawing_seconds'
const knownHistogram = register.getSingleMetric(HISTOGRAM)
const renderTimes =
  knownHistogram instanceof Histogram
    ? knownHistogram
    : new Histogram({
        name: HISTOGRAM,
        help: 'Time in which the thread drew a page',
        buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
      })

export const countRender = (outcome: RenderOutcome): void => pages.inc({ outcome })

export const observeRenderTime = (ms: number): void => renderTimes.observe(ms / 1_000)
