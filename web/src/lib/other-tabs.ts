import type { QueryClient, QueryKey } from '@tanstack/react-query'

const CHANNEL = 'purple-sector-changed'

/** Tells the other open tabs of this browser what its user has just changed: no frame of the socket tells that. */
export const notifyOtherTabs = (queryKeys: readonly QueryKey[]): void => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(queryKeys)
  channel.close()
}

/** Asks again for what another tab has changed. Returns how to stop. */
export const listenToOtherTabs = (client: QueryClient): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (Array.isArray(data)) for (const queryKey of data) void client.invalidateQueries({ queryKey })
  }
  return () => channel.close()
}
