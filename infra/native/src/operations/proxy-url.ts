type ProxySettings = {
  HTTP_PORT?: string | undefined
  PUBLIC_URL?: string | undefined
  SITE_ADDRESS?: string | undefined
}

/**
 * Returns the URL of the proxy of `docker-compose.yml` for programs of this machine: the public one if the proxy has its
 * certificate (`deploy/compose/start-proxy.sh`), else the published port of HTTP, which may have an address before it.
 */
export const proxyUrl = ({ HTTP_PORT, PUBLIC_URL, SITE_ADDRESS }: ProxySettings): string => {
  if (!SITE_ADDRESS && PUBLIC_URL?.startsWith('https://')) return PUBLIC_URL
  const port = (HTTP_PORT || '8080').split(':').at(-1)
  return `http://localhost:${port}`
}
