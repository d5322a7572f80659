import type { User } from '@purple-sector/contracts/identity/http'
import {
  findPageHeader,
  type PageHeader,
  type PrefetchedReply,
  pageHeaderBlock,
  type TemplateHeader,
} from '@purple-sector/contracts/page-document'
import { USER } from './prefetch.ts'
import type { PageManifest } from './route-manifest.ts'

/** The header's part about the user; undefined if the document does not say who that is. */
const aboutUser = (
  reply: PrefetchedReply | undefined,
): Pick<PageHeader, 'userId' | 'choices' | 'hasDelay'> | undefined => {
  if (!reply) return undefined
  if (reply.status !== 200) return { userId: null, choices: '', hasDelay: false }
  const { id, theme, spoilerDelaySeconds }: User = JSON.parse(reply.body)
  return { userId: id, choices: JSON.stringify([theme, spoilerDelaySeconds]), hasDelay: spoilerDelaySeconds > 0 }
}

/**
 * Completes the header of a template (`web/build/route-manifest-plugin.ts`) for one document, by its files and replies.
 * The header of an unknown user's document stays without a user, so that the offline worker does not cache it.
 */
export const writePageHeader = (
  page: string,
  { pageManifest, replies }: { pageManifest: PageManifest | undefined; replies: readonly PrefetchedReply[] },
): string => {
  const block = findPageHeader(page)
  const user = aboutUser(replies.find(({ path }) => path === USER))
  if (!block || !user) return page
  const template: TemplateHeader = JSON.parse(block.json)
  const ownFiles = pageManifest ? [...pageManifest.scripts, ...pageManifest.styles].map((file) => `/${file}`) : []
  const header: PageHeader = {
    ...template,
    files: [...template.files, ...ownFiles],
    ...user,
    isComplete: pageManifest !== undefined && replies.length > pageManifest.reads.length,
  }
  return page.slice(0, block.start) + pageHeaderBlock(header) + page.slice(block.end)
}
