import { useRef } from 'react'
import { api } from './api.ts'

/**
 * A POST that is safe to repeat: what is sent again unchanged, because no reply came, is created once (docs/contract.md, HTTP in
 * general). After a success the same again is meant.
 */
export const useIdempotentPost = () => {
  const last = useRef({ body: '', key: '' })
  return async <Output>(path: string, body: object): Promise<Output> => {
    const text = path + JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: `web-${Date.now()}-${Math.random()}` }
    const reply = await api.post<Output>(path, body, { headers: { 'idempotency-key': last.current.key } })
    last.current = { body: '', key: '' }
    return reply
  }
}
