import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Metric } from 'web-vitals'

/** Largest contentful paint and interaction to next paint in ms, cumulative layout shift as the score it is. */
export type Vitals = Record<'LCP' | 'CLS' | 'INP', number>

const LIBRARY = readFileSync(new URL('web-vitals.iife.js', import.meta.resolve('web-vitals')), 'utf8')

const COLLECT = `
window.vitals = []
for (const on of [webVitals.onLCP, webVitals.onCLS, webVitals.onINP])
  on(({ name, value }) => window.vitals.push({ name, value }), { reportAllChanges: true, durationThreshold: 16 })
`

/** From the next page on its vitals are collected, as browsers in the field report them. */
export const collectVitals = async (page: Page): Promise<void> => {
  await page.addInitScript(`${LIBRARY}\n${COLLECT}`)
}

/** What the page's vitals are by now; NaN where it told none. */
export const vitalsOf = async (page: Page): Promise<Vitals> => {
  const published: Pick<Metric, 'name' | 'value'>[] = await page.evaluate('window.vitals')
  const last = (name: keyof Vitals) => published.findLast((metric) => metric.name === name)?.value ?? Number.NaN
  return { LCP: last('LCP'), CLS: last('CLS'), INP: last('INP') }
}

/** What a request waits on a slow 4G, in ms: by Lighthouse's own throttling by DevTools it stands for all of its round trips. */
export const SLOW_LATENCY_MS = 150 * 3.75

/** A middling phone on a slow 4G as Lighthouse has them by default: four times slower, 1.6 Mbit/s, 150 ms a round trip. */
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
