import type { z } from 'zod'

/** A signed-in caller of the product's public API, as any client is one. */
export type Client = {
  get<T>(path: string, shape: z.ZodType<T>): Promise<T>
  post<T>(path: string, body: unknown, shape: z.ZodType<T>): Promise<T>
  put<T>(path: string, body: unknown, shape: z.ZodType<T>): Promise<T>
}

const send = async (url: string, method: string, path: string, body: unknown, cookie?: string): Promise<Response> => {
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: url,
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

/** Signs in (or registers) by a JSON call that answers with the session cookie. */
export const signedIn = async (url: string, path: string, credentials: object): Promise<Client> => {
  const reply = await send(url, 'POST', path, credentials)
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const call = async <T>(method: string, to: string, body: unknown, shape: z.ZodType<T>): Promise<T> =>
    shape.parse(await (await send(url, method, to, body, cookie)).json())
  return {
    get: (to, shape) => call('GET', to, undefined, shape),
    post: (to, body, shape) => call('POST', to, body, shape),
    put: (to, body, shape) => call('PUT', to, body, shape),
  }
}
