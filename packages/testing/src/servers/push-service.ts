import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload, PushSubscriptionBody } from '@purple-sector/contracts/engagement/http'

/** A push as received by the push service, and as decrypted by the browser. */
type ReceivedPush = { browser: string; headers: IncomingHttpHeaders; payload: PushPayload }

type Reply = {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Set if the sender gets no reply. */
  isLost?: boolean
}

/** The keys of a browser, and its decryption of a push: aes128gcm (RFC 8188) for Web Push (RFC 8291). */
const browserKeys = () => {
  const keyPair = createECDH('prime256v1')
  const publicKey = keyPair.generateKeys()
  const auth = randomBytes(16)
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))

  const decrypt = (body: Buffer): string => {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + keyLength)
    const record = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const input = derive(keyPair.computeSecret(sender), auth, info, 32)
    const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  }
  return { keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }, decrypt }
}

/** Stand-in for the push service of a browser vendor; it decrypts pushes like the browser. */
export const startPushService = async () => {
  const receivedPushes: ReceivedPush[] = []
  const browsers = new Map<string, ReturnType<typeof browserKeys>>()
  let replyTo: (browser: string) => Reply | Promise<Reply> = () => ({ status: 201 })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const browser = request.url ?? ''
    const { status, headers, body, isLost } = await replyTo(browser)
    // A client that died before the reply has not sent it.
    if (request.socket.destroyed) return
    if (status === 201) {
      const payload = JSON.parse(browsers.get(browser)?.decrypt(Buffer.concat(chunks)) ?? 'null')
      receivedPushes.push({ browser, headers: request.headers, payload })
    }
    if (isLost) request.socket.destroy()
    else response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  return {
    origin,
    /** The received pushes, of one browser if passed. */
    taken: (endpoint?: string) =>
      receivedPushes.filter(({ browser }) => endpoint === undefined || endpoint === origin + browser),
    /** Sets its replies from now on. */
    answers: (next: typeof replyTo) => {
      replyTo = next
    },
    /** Creates a browser with a subscription, in the form it would post. */
    browser(): PushSubscriptionBody {
      const path = `/push/${browsers.size + 1}`
      const browser = browserKeys()
      browsers.set(path, browser)
      return { endpoint: origin + path, expirationTime: null, keys: browser.keys }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
