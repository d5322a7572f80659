import { Brand } from '../ui/brand.tsx'
import { Mast } from '../ui/mast.tsx'
import { PageContent } from './page-content.tsx'
import type { Page } from './routes.ts'
import { useTitle } from './use-title.ts'

const home = (
  <a href="/">
    <Brand />
  </a>
)

/** A page for somebody who is not signed in: without a weekend, a connection and a navigation. */
export const VisitorPage = ({ page }: { page: Page }) => {
  useTitle(page.title)
  return (
    <>
      <Mast tall {...(page.pattern === '/' ? {} : { brand: home })} />
      <PageContent page={page} />
    </>
  )
}
