import type { QueryClient, QueryKey } from '@tanstack/react-query'

const CHANNEL = 'purple-sector-changed'

/** Publishes the queries that the user changed to this browser's other tabs; no frame carries that. */
export const notifyOtherTabs = (queryKeys: readonly QueryKey[]): void => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(queryKeys)
  channel.close()
}

/** Invalidates queries that another tab changed. Returns a function that stops listening. */
export const listenToOtherTabs = (client: QueryClient): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (Array.isArray(data)) for (const queryKey of data) void client.invalidateQueries({ queryKey })
  }
  return () => channel.close()
}
