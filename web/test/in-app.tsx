import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { createQueryClient } from '../src/client/api/query-client.ts'
import { theme } from '../src/ui/theme/theme.ts'

type Props = { children: ReactNode; client?: QueryClient; address?: string }

/** Providers of every screen: styles, the query cache `client`, and an address. */
export const InApp = ({ children, client, address = '/' }: Props) => {
  const [ownClient] = useState(createQueryClient)
  return (
    <MantineProvider theme={theme}>
      <QueryClientProvider client={client ?? ownClient}>
        <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  )
}
