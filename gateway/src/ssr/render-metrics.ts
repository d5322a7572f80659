import { Counter, Histogram, register } from 'prom-client'

/**
 * Outcome of a page that might be server-rendered: `drawn` (rendered); `none` if the app renders no HTML for it; `late`
 * after the timeout; `rush` if the queue was full; `away` without a worker; `failed`.
 */
export type RenderOutcome = 'drawn' | 'none' | 'late' | 'rush' | 'away' | 'failed'

const COUNTER = 'gateway_ssr_renders_total'
const existingCounter = register.getSingleMetric(COUNTER)
const pages =
  existingCounter instanceof Counter
    ? existingCounter
    : new Counter({
        name: COUNTER,
        help: 'Pages of fans that might come drawn, by what became of it',
        labelNames: ['outcome'],
      })

const HISTOGRAM = 'gateway_page_drawing_seconds'
const existingHistogram = register.getSingleMetric(HISTOGRAM)
const renderTimes =
  existingHistogram instanceof Histogram
    ? existingHistogram
    : new Histogram({
        name: HISTOGRAM,
        help: 'Time in which the thread drew a page',
        buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
      })

export const countRender = (outcome: RenderOutcome): void => pages.inc({ outcome })

export const observeRenderTime = (ms: number): void => renderTimes.observe(ms / 1_000)
