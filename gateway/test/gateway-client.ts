import { request as rawRequest } from 'node:http'
import type { SignedIn } from './stub-services.ts'

/** Calls the gateway at this address, as a signed-in user or a visitor. */
export const gatewayClient = (url: () => string) => {
  const call = (path: string, init: RequestInit & { as?: SignedIn } = {}) => {
    const { as, ...rest } = init
    return fetch(`${url()}${path}`, {
      redirect: 'manual',
      ...rest,
      headers: { ...(as ? { cookie: as.cookie } : {}), ...rest.headers },
    })
  }
  const post = (path: string, body: unknown, as?: SignedIn, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
      ...(as ? { as } : {}),
    })
  /** Requests a raw target, which `fetch` would normalize. */
  const raw = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; cacheControl: string | undefined; body: string }>((resolve, reject) => {
      rawRequest({ host: '127.0.0.1', port: new URL(url()).port, path, headers }, (response) => {
        let body = ''
        response.on('data', (part) => {
          body += part
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, cacheControl: response.headers['cache-control'], body }),
        )
      })
        .on('error', reject)
        .end()
    })

  return { call, post, raw }
}
