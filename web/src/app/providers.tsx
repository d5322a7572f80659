import type { RenderedWith } from '@purple-sector/contracts/page-document'
import '@fontsource-variable/archivo/wdth.css'
import '@fontsource-variable/geist'
import './theme/fallback-fonts.css'
import './theme/global.css'
import './theme/library-styles.css'
import './theme/words.css'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, PropsWithChildren } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { colorSchemeManager } from '../features/profile/theme/apply-theme.ts'
import { ServerRenderedContext } from '../ui/base/server-rendered.ts'
import { theme } from '../ui/theme/theme.ts'
import { cssVariablesResolver } from './theme/theme-tokens.ts'

type Props = PropsWithChildren<{
  client: QueryClient
  /** Provides the address: the browser's, unless rendered on a server. */
  router?: ComponentType<PropsWithChildren>
  /** The instant and screen with which a page that is being hydrated was rendered. */
  renderedWith?: RenderedWith | null
}>

/**
 * Provides query cache, router and theme. The look is that of the user's theme, and follows the system until they
 * choose one.
 */
export const Providers = ({ client, router: Router = BrowserRouter, renderedWith = null, children }: Props) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={client}>
      <ServerRenderedContext value={renderedWith}>
        <Router>{children}</Router>
      </ServerRenderedContext>
    </QueryClientProvider>
  </MantineProvider>
)
