import type { Page } from '@playwright/test'

/**
 * From its next connection on this page hears of nothing. What did not load is asked for again by whoever presses Try
 * Again, and not a moment before by the app, which catches up once it is told that it follows the weekend.
 */
export const hearNothing = (page: Page): Promise<void> =>
  page.routeWebSocket('**/ws', (socket) => {
    socket.onMessage((message) => {
      if (JSON.parse(String(message)).type !== 'ping') return
      socket.send(JSON.stringify({ type: 'pong', epoch: 'e', data: { serverTime: new Date().toISOString() } }))
    })
  })
