import '@fontsource-variable/archivo/wdth.css'
import '@fontsource-variable/geist'
import './fallback-fonts.css'
import './global.css'
import './library-styles.css'
import './words.css'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { colorSchemeManager } from '../features/theme/shown-theme.ts'
import { theme } from './theme.ts'
import { cssVariablesResolver } from './theme-tokens.ts'

/** The look is that of the user's theme, and follows the system until they choose one. */
export const Providers = ({ client, children }: { client: QueryClient; children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={client}>
      <BrowserRouter>{children}</BrowserRouter>
    </QueryClientProvider>
  </MantineProvider>
)
