import { MantineProvider } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { weekendSchema } from '@purple-sector/contracts/weekends/http'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { userQuery } from '../src/features/session/user-query.ts'
import { ActiveWeekendProvider } from '../src/features/weekends/active-weekend.tsx'
import { weekendsQuery } from '../src/features/weekends/weekend-queries.ts'
import { createQueryClient } from '../src/lib/query-client.ts'
import { ToastHost } from '../src/ui/toast-host.tsx'

/** A page at an address, as this user sees it on the first of these weekends. */
export const openPage = (page: ReactElement, address: string, user: User, weekends: readonly object[]) => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, user)
  client.setQueryData(weekendsQuery.queryKey, weekendSchema.array().parse(weekends))
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <ActiveWeekendProvider>{page}</ActiveWeekendProvider>
        </MemoryRouter>
      </QueryClientProvider>
      <ToastHost />
    </MantineProvider>,
  )
  return client
}
