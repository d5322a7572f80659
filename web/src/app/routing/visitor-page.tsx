import { Brand } from '../../ui/brand.tsx'
import { Mast } from '../../ui/mast.tsx'
import { PageContent } from './page-content.tsx'
import type { Page } from './routes.ts'
import { useTitle } from './use-title.ts'
import classes from './visitor-page.module.css'

const home = (
  <a href="/">
    <Brand />
  </a>
)

/** Frame of a page for visitors: without weekend, connection and navigation. */
export const VisitorPage = ({ page }: { page: Page }) => {
  useTitle(page.title)
  return (
    <>
      {page.pattern === '/' ? (
        <Mast tall>
          <a href="/api/login" className={classes.signIn}>
            Sign in
          </a>
        </Mast>
      ) : (
        <Mast tall brand={home} />
      )}
      <PageContent page={page} />
    </>
  )
}
