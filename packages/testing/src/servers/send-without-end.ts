import { type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

type Sending = { headers?: OutgoingHttpHeaders; head?: string | Buffer }

/** Posts an endless body in chunks, and stops when a reply arrives. */
export const sendWithoutEnd = (url: string, { headers = {}, head = '' }: Sending = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const sending = request(url, { method: 'POST', headers: { 'transfer-encoding': 'chunked', ...headers } })
    let hasReply = false
    const writeMore = () => {
      while (!hasReply && sending.write(chunk));
    }
    sending.on('drain', writeMore)
    sending.on('error', (error) => {
      if (!hasReply) reject(error)
    })
    sending.on('response', (response) => {
      hasReply = true
      text(response).then((body) => {
        sending.destroy()
        resolve({ status: response.statusCode ?? 0, body })
      }, reject)
    })
    if (head) sending.write(head)
    writeMore()
  })
