import { Box } from '@mantine/core'
import { Brand } from '../../ui/layout/brand.tsx'
import { Mast } from '../../ui/layout/mast.tsx'
import { PageContent } from './page-content.tsx'
import type { Page } from './routes.ts'
import { useTitle } from './use-title.ts'

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
          <Box component="a" href="/api/login" fz={14} fw={540} px={12}>
            Sign in
          </Box>
        </Mast>
      ) : (
        <Mast tall brand={home} />
      )}
      <PageContent page={page} />
    </>
  )
}
