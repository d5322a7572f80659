import { type Proxy as ProcessProxy, startProxy } from '@purple-sector/testing/servers/proxy'

/** How often a process is asked whether it is ready: more often than Kubernetes does. */
const PROBE_INTERVAL_MS = 200

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Stands in for the Services of Kubernetes: one proxy in front of each process, which refuses connections until the
 * process answers `/readyz` with 200, and again while it does not.
 */
export const onlyReady = () => {
  const proxies: ProcessProxy[] = []
  const stopping = new AbortController()
  const probing: Promise<void>[] = []

  const probe = async (proxy: ProcessProxy, url: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      await ((await isReady(url)) ? proxy.restore() : proxy.cut())
      await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL_MS))
    }
  }

  return {
    async inFrontOf(_name: string, url: string): Promise<string> {
      const proxy = await startProxy(url)
      await proxy.cut()
      proxies.push(proxy)
      probing.push(probe(proxy, url))
      return new URL(proxy.url).origin
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(probing)
      await Promise.all(proxies.map((proxy) => proxy.stop()))
    },
  }
}
