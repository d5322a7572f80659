import '@fontsource-variable/archivo/wdth.css'
import '@fontsource-variable/geist'
import './global.css'
import '@mantine/core/styles.layer.css'
import './words.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { followDelay } from '../features/spoiler-delay/follow-delay.ts'
import { colorSchemeManager } from '../features/theme/shown-theme.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { signInAgain } from '../lib/sign-in-again.ts'
import { theme } from './theme.ts'
import { cssVariablesResolver } from './theme-tokens.ts'

/** The look is that of the user's theme, and follows the system until they choose one. */
export const Providers = ({ children }: { children: ReactNode }) => {
  const [client] = useState(() => {
    const made = createQueryClient(signInAgain)
    followDelay(made)
    return made
  })
  return (
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
}
