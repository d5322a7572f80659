/** A reply that is not a success: `message` is the status, a colon, a space and the body (spec part 1 section 8). */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
  }
}

const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
  const reply = await fetch(path, {
    method,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new ApiError(reply.status, (await reply.text()) || reply.statusText)
  return reply
}

export const api = {
  get: async <T>(path: string): Promise<T> => (await send('GET', path)).json(),
  /** Null where the caller is signed out. */
  getOrNull: async <T>(path: string): Promise<T | null> => {
    try {
      return await api.get<T>(path)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  /** The whole reply, for calls whose headers matter. */
  reply: (path: string): Promise<Response> => send('GET', path),
}
