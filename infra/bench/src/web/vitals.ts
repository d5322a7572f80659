import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Metric } from 'web-vitals'

/** Largest contentful paint and interaction to next paint in ms, cumulative layout shift as a score. */
export type Vitals = Record<'LCP' | 'CLS' | 'INP', number>

const LIBRARY = readFileSync(new URL('web-vitals.iife.js', import.meta.resolve('web-vitals')), 'utf8')

const COLLECT = `
window.vitals = []
for (const on of [webVitals.onLCP, webVitals.onCLS, webVitals.onINP])
  on(({ name, value }) => window.vitals.push({ name, value }), { reportAllChanges: true, durationThreshold: 16 })
`

/** Collects Web Vitals from the next page on, as browsers in the field report them. */
export const collectVitals = async (page: Page): Promise<void> => {
  await page.addInitScript(`${LIBRARY}\n${COLLECT}`)
}

/** Returns the page's Web Vitals so far; NaN for one it has not reported. */
export const vitalsOf = async (page: Page): Promise<Vitals> => {
  const reported: Pick<Metric, 'name' | 'value'>[] = await page.evaluate('window.vitals')
  const last = (name: keyof Vitals) => reported.findLast((metric) => metric.name === name)?.value ?? Number.NaN
  return { LCP: last('LCP'), CLS: last('CLS'), INP: last('INP') }
}

/** Latency in ms of a request on a slow 4G: in Lighthouse's DevTools throttling it stands for all its round trips. */
export const SLOW_LATENCY_MS = 150 * 3.75

/** Lighthouse's default phone on a slow 4G: CPU four times slower, 1.6 Mbit/s, 150 ms per round trip. */
export const slowDown = async (page: Page): Promise<void> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_LATENCY_MS,
    downloadThroughput: ((1.6 * 1024 * 1024) / 8) * 0.9,
    uploadThroughput: ((0.75 * 1024 * 1024) / 8) * 0.9,
  })
}
