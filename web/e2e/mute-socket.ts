import type { Page } from '@playwright/test'

/**
 * Mutes the socket of this page from its next connection on.
 *
 * Failed reads are then retried only by Try Again, not by the app, which would refetch once its subscription is
 * confirmed.
 */
export const muteSocket = (page: Page): Promise<void> =>
  page.routeWebSocket('**/ws', (socket) => {
    socket.onMessage((message) => {
      if (JSON.parse(String(message)).type !== 'ping') return
      socket.send(JSON.stringify({ type: 'pong', epoch: 'e', data: { serverTime: new Date().toISOString() } }))
    })
  })
