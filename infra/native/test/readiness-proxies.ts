import { type Proxy as ProcessProxy, startProxy } from '@purple-sector/testing/servers/proxy'

/** Interval of readiness probes, shorter than that of Kubernetes. */
const PROBE_INTERVAL_MS = 200

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Simulates Kubernetes Services: one proxy per process, which rejects connections unless `/readyz` returns 200. */
export const startReadinessProxies = () => {
  const proxies: ProcessProxy[] = []
  const abortController = new AbortController()
  const probes: Promise<void>[] = []

  const probe = async (proxy: ProcessProxy, url: string): Promise<void> => {
    while (!abortController.signal.aborted) {
      await ((await isReady(url)) ? proxy.restore() : proxy.cut())
      await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL_MS))
    }
  }

  return {
    async proxyFor(_name: string, url: string): Promise<string> {
      const proxy = await startProxy(url)
      await proxy.cut()
      proxies.push(proxy)
      probes.push(probe(proxy, url))
      return new URL(proxy.url).origin
    },
    async stop(): Promise<void> {
      abortController.abort()
      await Promise.all(probes)
      await Promise.all(proxies.map((proxy) => proxy.stop()))
    },
  }
}
