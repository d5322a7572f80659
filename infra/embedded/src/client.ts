/** A signed-in caller of the product's public API, as any client is one. */
export type Client = {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
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
  const call = async <T>(method: string, to: string, body?: unknown): Promise<T> =>
    (await send(url, method, to, body, cookie)).json() as Promise<T>
  return {
    get: (to) => call('GET', to),
    post: (to, body) => call('POST', to, body),
    put: (to, body) => call('PUT', to, body),
  }
}
