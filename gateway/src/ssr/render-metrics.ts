import { counter, histogram } from '@purple-sector/metrics'

/**
 * Outcome of a page that might be server-rendered: `drawn` (rendered); `none` if the app renders no HTML for it; `late`
 * after the timeout; `rush` if the queue was full; `away` without a worker; `failed`.
 */
export type RenderOutcome = 'drawn' | 'none' | 'late' | 'rush' | 'away' | 'failed'

export const countRender = (outcome: RenderOutcome): void => counter('gateway_ssr_renders_total').inc({ outcome })

export const observeRenderTime = (ms: number): void => histogram('gateway_ssr_render_seconds').observe(ms / 1_000)
