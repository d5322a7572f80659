import { useRef } from 'react'
import { api } from './api.ts'

/**
 * A POST that is safe to repeat: the same body sent again after a lost reply is created once (docs/contract.md, HTTP in
 * general). After a success, the same body creates another one.
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
