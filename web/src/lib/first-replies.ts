/** As long as that what came with the document is as good as a reply: what changed since is told (`UNSURE_MS` in `app/live.tsx`). */
const GOOD_FOR_MS = 8_000

type Told = { path: string; status: number; headers: Record<string, string> }

/** The replies that came with the document (`gateway/src/static/written-page.ts`), by address; each is taken once. */
const read = (): Map<string, () => Response> => {
  const blocks = document.querySelectorAll<HTMLElement>('script[data-reply]')
  return new Map(
    [...blocks].map((block) => {
      const { path, status, headers }: Told = JSON.parse(block.dataset.reply ?? '')
      return [path, () => new Response(block.textContent, { status, headers })]
    }),
  )
}

let replies = new Map<string, () => Response>()

const isGood = (): boolean => performance.now() <= GOOD_FOR_MS

/** Reads what the document brought, before anything is asked; says whether there is any that is still good. */
export const readFirstReplies = (): boolean => {
  replies = read()
  return replies.size > 0 && isGood()
}

/** The reply that came with the document to this question, if it is still good. */
export const takeFirstReply = (path: string): Response | undefined => {
  const reply = isGood() ? replies.get(path)?.() : undefined
  replies.delete(path)
  return reply
}

/** Something was written, or is told from now on: what is asked from here on is newer than the document. */
export const forgetFirstReplies = (): void => {
  replies = new Map()
}
