import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { userQuery } from '../features/session/user-query.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'

/** What a visitor sees at `/`, as it is before any script has run: the build keeps it for the gateway. */
export const landingPicture = (): string => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, null)
  const html = renderToString(
    <StrictMode>
      <Providers client={client} router={({ children }) => <StaticRouter location="/">{children}</StaticRouter>}>
        <App />
      </Providers>
    </StrictMode>,
  )
  client.clear()
  return html
}
