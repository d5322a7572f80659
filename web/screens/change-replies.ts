import type { Page } from '@playwright/test'

/** Marks a request that is answered as it is. */
const UNCHANGED = 'x-unchanged'

/**
 * Changes what a page is answered to calls whose address matches. The page itself fetches the reply: requests of the tool
 * go past a recording.
 */
export const changeReplies = async <Body>(
  page: Page,
  address: RegExp,
  change: (body: Body) => unknown,
): Promise<void> => {
  await page.route(address, async (route) => {
    const request = route.request()
    if (UNCHANGED in request.headers()) return route.fallback()
    const call = {
      url: request.url(),
      init: {
        method: request.method(),
        body: request.postData(),
        headers: { [UNCHANGED]: 'true', 'content-type': 'application/json' },
      },
    }
    const body: Body = await page.evaluate(async ({ url, init }) => (await fetch(url, init)).json(), call)
    await route.fulfill({ json: change(body) })
  })
}
