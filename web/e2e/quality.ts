import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Console messages of replies that the test causes: signed out, offline, not found. */
const EXPECTED = /status of 401|ERR_INTERNET_DISCONNECTED|WebSocket connection to/

/** Collects the errors of a page: exceptions, and errors in its console. */
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
 * Waits until the page is loaded and still: axe examines elements one after another, and colours during a fade are
 * meaningless.
 */
const waitUntilStill = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    // A switched scheme and an opened dialog are rendered within three frames.
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

/**
 * The rules to run: a violation has the impact of its rule if that has one, so rules below serious cannot find anything
 * relevant.
 */
const SERIOUS_RULES = (axe as typeof axe & { _audit: { rules: Rule[] } })._audit.rules
  .filter((rule) => (!rule.impact || isSerious(rule)) && rule.enabled && !rule.tags.includes('experimental'))
  .map(({ id }) => id)

/** Serious and critical axe violations of the page, optionally of these rules alone. */
export const seriousFindings = async (page: Page, rules: readonly string[] = SERIOUS_RULES) => {
  const isThere = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    // Otherwise each analysis opens a page for its result. It would skip frames of other sites, of which there are
    // none.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], runOnly: { type: 'rule', values: [...rules] } })
    .analyze()
  return violations.filter(isSerious)
}

/** Rules that depend on colours; nothing else changes with the scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Expects no serious axe violation in the dark and the light scheme. Motion is restored after it. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const isCalm = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  for (const [colorScheme, rules] of [['light'], ['dark', OF_COLOURS]] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitUntilStill(page)
    const found = await seriousFindings(page, rules)
    const expectToast = found.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    )
    expect(expectToast, `${colorScheme} ${page.url()}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: isCalm ? 'reduce' : 'no-preference' })
}

/** Expects no horizontal overflow. The window of a phone grows with its page, but the page's root does not. */
export const expectOneScreenWide = async (page: Page): Promise<void> => {
  const standsOut = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect.poll(standsOut).toBeLessThanOrEqual(0)
}
