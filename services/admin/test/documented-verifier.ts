import { readFileSync } from 'node:fs'

const PAGE = new URL('../../../docs/contract.md', import.meta.url)

/** Loads the function of docs/contract.md with which receivers verify the sender of a webhook. */
export const documentedVerifier = async (): Promise<
  (secret: string, header: string | string[] | undefined, body: string) => boolean
> => {
  const [, code] = /```js\n([^`]*?isFromPurpleSector.*?)```/s.exec(readFileSync(PAGE, 'utf8')) ?? []
  if (code === undefined) throw new Error('docs/contract.md shows no isFromPurpleSector')
  const { isFromPurpleSector } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return isFromPurpleSector
}
