import type { User } from '@purple-sector/contracts/identity/http'
import { weekendSchema } from '@purple-sector/contracts/weekends/http'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createQueryClient } from '../src/client/api/query-client.ts'
import { userQuery } from '../src/features/session/user-query.ts'
import { weekendsQuery } from '../src/features/weekend-data/api/weekend-queries.ts'
import { ActiveWeekendProvider } from '../src/features/weekend-data/components/active-weekend.tsx'
import { ToastHost } from '../src/ui/toasts/toast-host.tsx'
import { InApp } from './in-app.tsx'

/** A page at an address, for this user on the first of these weekends. */
export const openPage = (page: ReactElement, address: string, user: User, weekends: readonly object[]) => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, user)
  client.setQueryData(weekendsQuery.queryKey, weekendSchema.array().parse(weekends))
  render(
    <InApp client={client} address={address}>
      <ActiveWeekendProvider>{page}</ActiveWeekendProvider>
      <ToastHost />
    </InApp>,
  )
  return client
}
