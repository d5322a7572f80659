const pathOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : request, 'https://app.test').href

/** In-memory cache storage of a browser; `isFull` simulates a full disk. */
export const createTestCaches = () => {
  const stores = new Map<string, Map<string, Response>>()
  const disk = { isFull: false }
  const openCache = async (name: string) => {
    const entries = () => {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return store
    }
    return {
      match: async (request: RequestInfo) => stores.get(name)?.get(pathOf(request))?.clone(),
      put: async (request: RequestInfo, reply: Response) => {
        if (disk.isFull) throw new DOMException('There is no room', 'QuotaExceededError')
        entries().set(pathOf(request), reply)
      },
      delete: async (request: RequestInfo) => stores.get(name)?.delete(pathOf(request)) ?? false,
      keys: async () => [...(stores.get(name)?.keys() ?? [])].map((url) => new Request(url)),
    }
  }
  return {
    disk,
    caches: {
      open: openCache,
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
    },
    /** The addresses stored in the cache of this name. */
    stored: (name: string): string[] =>
      [...(stores.get(name)?.keys() ?? [])].map((url) => url.slice('https://app.test'.length)),
    put: (name: string, path: string) => stores.set(name, new Map([[pathOf(path), new Response('')]])),
  }
}
