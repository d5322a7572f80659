import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** What a browser says of a reply that the journey itself brought about: signed out, offline, not found. */
const EXPECTED = /status of 401|ERR_INTERNET_DISCONNECTED|WebSocket connection to/

/** Collects what went wrong in a page: exceptions, and errors in the console. */
export const watchErrors = (page: Page, expected = EXPECTED): string[] => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' || expected.test(message.text())) return
    errors.push(`${message.text()} (${message.location().url})`)
  })
  return errors
}

/**
 * Waits until everything has loaded and stands where it belongs: axe looks at one element after the other, and the colours
 * of what fades in or out are nobody's.
 */
const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    // A scheme that was switched, and a dialog that was opened, show within three frames.
    const frames = async () => {
      for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
    }
    await frames()
    for (let found = moving(); found.length > 0; found = moving()) {
      await Promise.allSettled(found.map(({ finished }) => finished))
      await frames()
    }
  })
}

type Rule = { id: string; impact?: string; enabled: boolean; tags: readonly string[] }
const isSerious = ({ impact }: { impact?: string | null }): boolean => impact === 'serious' || impact === 'critical'

/** A finding has the impact of its rule, where that names one: rules below serious find nothing that is looked for. */
const SERIOUS_RULES = (axe as typeof axe & { _audit: { rules: Rule[] } })._audit.rules
  .filter((rule) => (!rule.impact || isSerious(rule)) && rule.enabled && !rule.tags.includes('experimental'))
  .map(({ id }) => id)

/** What axe calls serious, or critical, in what is shown; of these rules alone where they are named. */
export const seriousFindings = async (page: Page, rules: readonly string[] = SERIOUS_RULES) => {
  const isThere = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    // Else each analysis opens a page for its result. What it could not see are frames of other sites: we have none.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], runOnly: { type: 'rule', values: [...rules] } })
    .analyze()
  return violations.filter(isSerious)
}

/** The rules whose finding depends on the colours; nothing else changes with the scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** No serious finding of axe, in the dark and in the light scheme. Motion is as it was after it. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const isCalm = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  for (const [colorScheme, rules] of [['light'], ['dark', OF_COLOURS]] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    const found = await seriousFindings(page, rules)
    const told = found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    expect(told, `${colorScheme} ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: isCalm ? 'reduce' : 'no-preference' })
}

/** Nothing stands out at the side. The window of a phone grows with its page: what does not is the page's root. */
export const expectOneScreenWide = async (page: Page): Promise<void> => {
  const standsOut = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect.poll(standsOut).toBeLessThanOrEqual(0)
}
