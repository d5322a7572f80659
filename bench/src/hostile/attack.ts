import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { hostilePictures } from './hostile-pictures.ts'
import { hostileSheets } from './hostile-sheets.ts'
import { hostileTexts } from './hostile-texts.ts'

/** What is sent, and to which call. */
export type Attack = { what: string; path: string; body: FormData | string }
export type Answer = Attack & { status: number; says: string; ms: number }

export type Target = { url: string; cookie: string }
type Places = { weekendId: number; raceId: number }

const PARTS = 1_000
const refusalSchema = z.object({ message: z.string() })

/** The file under the name of one that would be right, as race control's browser sends it. */
const formOf = (bytes: Uint8Array, name: string, fields: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set(name.endsWith('.png') ? 'image' : 'file', new Blob([new Uint8Array(bytes)]), name)
  return form
}

const formOfParts = (): FormData => {
  const form = new FormData()
  for (let part = 0; part < PARTS; part += 1) form.append(`field${part}`, 'value')
  return form
}

/** Every hostile file to each call that takes files; nothing of it is written where one of them should be taken. */
export const attacksOn = ({ weekendId, raceId }: Places): Attack[] => {
  const upload = `/api/admin/upload-cars?weekendId=${weekendId}&preview=true`
  const read = `/api/admin/races/${raceId}/results/read`
  const image = '/api/admin/upload-race-image'
  const sheets = Object.entries(hostileSheets()).flatMap(([what, bytes]) =>
    [upload, read].map((path) => ({ what, path, body: formOf(bytes, 'cars.xlsx') })),
  )
  const pictures = Object.entries(hostilePictures()).map(([what, bytes]) => ({
    ...{ what, path: image },
    body: formOf(bytes, 'category.png', { raceId: String(raceId) }),
  }))
  const texts = Object.entries(hostileTexts()).map(([what, text]) => ({
    ...{ what, path: read },
    body: JSON.stringify({ text }),
  }))
  const parts = [upload, read, image].map((path) => ({ what: `${PARTS} form parts`, path, body: formOfParts() }))
  return [...sheets, ...pictures, ...texts, ...parts]
}

const headersOf = ({ url, cookie }: Target) => ({ origin: url, cookie })

/** Sends it, and tells how it was answered and after how long. */
export const attack = async (target: Target, { what, path, body }: Attack): Promise<Answer> => {
  const headers = { ...headersOf(target), ...(typeof body === 'string' && { 'content-type': 'application/json' }) }
  const startedAt = performance.now()
  const reply = await fetch(`${target.url}${path}`, { method: 'POST', headers, body })
  const text = await reply.text()
  const ms = performance.now() - startedAt
  const says = reply.ok ? '' : (refusalSchema.safeParse(JSON.parse(text)).data?.message ?? '')
  return { what, path, body, status: reply.status, says, ms }
}

/** Forms that come byte by byte, until it is called. */
export const slowForms = (target: Target, path: string, count: number): (() => void) => {
  const stop = new AbortController()
  const boundary = 'slow'
  const trickle = async (): Promise<void> => {
    const sent = request(`${target.url}${path}`, {
      method: 'POST',
      headers: { ...headersOf(target), 'content-type': `multipart/form-data; boundary=${boundary}` },
      signal: stop.signal,
    })
    // The product ends it, or we do.
    sent.on('error', () => {})
    sent.on('response', (reply) => reply.resume())
    sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="cars.xlsx"\r\n\r\n`)
    while (!stop.signal.aborted && !sent.destroyed) {
      sent.write('a')
      await delay(100)
    }
  }
  for (let one = 0; one < count; one += 1) void trickle()
  return () => stop.abort()
}
